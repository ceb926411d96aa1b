import { join } from 'node:path';
import { formatLines, RESULT_HEAD } from './result-cases.ts';

/** The page with the supported formats, and the results of sample files. */
export const RESULTS_PAGE = join(import.meta.dirname, '../../../docs/formats.md');

const TABLES = ['formats', 'results'] as const;

/** The lines of a table between two markers in the page. @throws for a page without the markers. */
export function tableOf(page: string, name: (typeof TABLES)[number]): string[] {
  const table = new RegExp(`<!-- ${name} -->\\n\\n([\\s\\S]*?)\\n\\n<!-- /${name} -->`).exec(page)?.[1];
  if (table === undefined) {
    throw new Error(`The page has no table of ${name}`);
  }
  return table.split('\n');
}

/** The page with both of its tables replaced. */
export function replaceTables(page: string, results: readonly string[]): string {
  const tables = { formats: formatLines(), results: [...RESULT_HEAD, ...results] };
  return TABLES.reduce(
    (text, name) => text.replace(tableOf(text, name).join('\n'), () => tables[name].join('\n')),
    page,
  );
}
