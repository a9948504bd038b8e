export const log = () => (): void => {};
