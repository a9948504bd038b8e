export const onClass = (): void => {};
export const onExport = (): void => {};
export const onMethod = (_name: string) => (): void => {};
export const unusedToo = (): void => {};
