import { compareSiblings } from './compare-siblings.ts';
import { ownMember } from './json.ts';

/** The rows of a table with their ids, in the order of their keys. */
export function rowsInOrder<Row extends { index: string }>(
  rows: Readonly<Record<string, Row>>,
): (Row & { id: string })[] {
  return Object.keys(rows)
    .flatMap((id) => {
      const row = ownMember(rows, id);
      return row ? [{ ...row, id }] : [];
    })
    .sort(compareSiblings);
}
