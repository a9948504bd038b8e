export const h = { handler: <T>(fn: T): T => fn };
