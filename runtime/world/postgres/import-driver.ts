/**
 * Where Node finds the package `pg`. A module of its own, because bundled servers have another one in its place, which
 * has the driver inside (`integrations/shared/store-driver.ts`).
 */

/** The address of the driver, for a thread whose code may be elsewhere. @throws when it is not installed. */
export const driverUrl = (): string => import.meta.resolve('pg');

/**
 * Loads the driver's module. Rejects with `ERR_MODULE_NOT_FOUND` when it is not installed.
 * @param place Its address. Default: where Node finds it from here.
 */
// The name is not in the call, so that bundlers leave it to Node.
export const importDriver = (place = 'pg'): Promise<unknown> => import(place);
