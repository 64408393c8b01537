/** Puts temporary tables last in the search path; PostgreSQL searches them first unless they are listed. */
export const withinPath = (schemaName: string): string => `SET search_path = pg_catalog, ${schemaName}, pg_temp`;
