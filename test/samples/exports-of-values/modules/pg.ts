export class Pool {
  constructor(readonly options: { max: number }) {}
  connect() {
    return Promise.resolve('connected');
  }
  query(text: string) {
    return `${text} of ${this.options.max}`;
  }
}
