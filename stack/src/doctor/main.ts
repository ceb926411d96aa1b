import { loadStackEnv } from '../env.ts';
import { listChecks } from './checks.ts';
import { lineOf, runCheck, sentenceOf } from './finding.ts';

/** `npm run doctor`: checks an installation. @returns the exit status, 1 with a problem */
async function main(): Promise<number> {
  let problems = 0;
  for (const check of listChecks(loadStackEnv())) {
    for (const finding of await runCheck(check)) {
      problems += finding.level === 'problem' ? 1 : 0;
      console.log(lineOf(check.subject, finding));
    }
  }
  console.log(problems === 0 ? 'Nothing is in the way' : `Problems: ${problems}`);
  return problems === 0 ? 0 : 1;
}

main().then(
  (status) => process.exit(status),
  (error) => {
    console.error(sentenceOf(error));
    process.exit(1);
  },
);
