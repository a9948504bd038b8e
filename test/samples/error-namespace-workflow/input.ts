export namespace Flows {
  export async function order() {
    'use workflow';
  }
  export const charge = async () => {
    'use step';
  };
}
