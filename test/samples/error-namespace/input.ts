export namespace Billing {
  export async function charge() {
    'use step';
  }
}
