import pg from 'pg';

const OID = { int8: 20, date: 1_082, timestamptz: 1_184 } as const;

/**
 * Type parsers of PostgreSQL values: int8 to number (all of ours stay below 2^53), timestamptz to an ISO 8601
 * string in UTC, date to its text. Other types use the driver's parsers; json is parsed. Times are not parsed
 * to Date, as that costs more than the rest of a row.
 */
export const typeParsers = {
  getTypeParser: (oid: number, format?: string) => {
    if (format === 'binary') {
      return pg.types.getTypeParser(oid, 'binary');
    }
    if (oid === OID.timestamptz) {
      return toIsoTime;
    }
    if (oid === OID.int8) {
      return Number;
    }
    return oid === OID.date ? String : pg.types.getTypeParser(oid, 'text');
  },
};

/**
 * Converts `2026-01-02 03:04:05.123456+00`, the format of a session in UTC, to `2026-01-02T03:04:05.123456Z`.
 */
export function toIsoTime(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}
