// @module-tag full
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForeignImporter, type ForeignImporter } from '../test/foreign-importer.ts';
import { formatLines, RESULT_CASES, RESULT_HEAD, resultLine } from '../test/result-cases.ts';
import { RESULTS_PAGE, tableOf } from '../test/results-page.ts';
import { hasSamples } from '../test/samples.ts';

let importer: ForeignImporter;
let page: string;
beforeAll(async () => {
  importer = await createForeignImporter();
  page = await readFile(RESULTS_PAGE, 'utf8');
});
afterAll(() => importer?.close());

describe('the page of formats', () => {
  it('lists the accepted formats', () => {
    expect(tableOf(page, 'formats')).toEqual(formatLines());
  });

  it('has a row for each file, in order', () => {
    const [title, rule, ...lines] = tableOf(page, 'results');
    expect([title, rule]).toEqual(RESULT_HEAD);
    expect(lines.map((line) => /`(.+?)`/.exec(line)?.[1])).toEqual(RESULT_CASES.map(({ name }) => name));
  });

  it.each(RESULT_CASES.filter(({ isSample }) => hasSamples || !isSample))(
    'states the result of importing $name',
    async (result) => {
      const line = resultLine(result, await importer.open(await result.files()));
      expect(tableOf(page, 'results')).toContain(line);
    },
  );
});
