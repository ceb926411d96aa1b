import { readFile, writeFile } from 'node:fs/promises';
import { createForeignImporter } from './foreign-importer.ts';
import { RESULT_CASES, resultLine } from './result-cases.ts';
import { RESULTS_PAGE, replaceTables } from './results-page.ts';

/**
 * Imports the samples and the generated files, and writes their results into the page of formats.
 * Usage: `node worker-assets/src/test/write-results.ts`.
 */
const importer = await createForeignImporter();
try {
  const lines: string[] = [];
  for (const result of RESULT_CASES) {
    lines.push(resultLine(result, await importer.open(await result.files())));
  }
  await writeFile(RESULTS_PAGE, replaceTables(await readFile(RESULTS_PAGE, 'utf8'), lines));
} finally {
  await importer.close();
}
