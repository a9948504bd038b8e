'use step';

export default class Jobs {
  async run() {}
}
