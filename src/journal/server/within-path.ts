/** The search path of a function: temporary tables last; PostgreSQL searches them first if they are not named. */
export const withinPath = (schemaName: string): string => `SET search_path = pg_catalog, ${schemaName}, pg_temp`;
