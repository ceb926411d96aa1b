import pg from 'pg';

const OID = { int8: 20, date: 1_082, timestamptz: 1_184 } as const;

/**
 * How values of PostgreSQL become JavaScript's: int8 a number (all of ours stay below 2^53), timestamptz an ISO 8601
 * string in UTC, date its text. Everything else as the driver does it; json is parsed.
 * No Date is made of a time: parsing dates costs more than the rest of a row.
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

/** `2026-01-02 03:04:05.123456+00`, as a session in UTC writes it, to `2026-01-02T03:04:05.123456Z`. */
export function toIsoTime(text: string): string {
  return text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
}
