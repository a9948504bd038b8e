class Base {
  name() {
    return 'base';
  }
}
export class Job extends Base {
  run = async () => {
    'use step';
    return super.name();
  };
}
