export const render = (element: unknown) => JSON.stringify(element);
