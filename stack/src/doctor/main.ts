import { loadStackEnv } from '../env.ts';
import { runCommand } from '../run-command.ts';
import { listChecks } from './checks.ts';
import { lineOf, runCheck } from './finding.ts';

/** `npm run doctor`: checks an installation. @returns the exit status, 1 with a problem */
async function main(stop: AbortSignal): Promise<number> {
  let problems = 0;
  for (const check of listChecks(loadStackEnv())) {
    for (const finding of await runCheck(check, stop)) {
      problems += finding.level === 'problem' ? 1 : 0;
      console.log(lineOf(check.subject, finding));
    }
  }
  console.log(problems === 0 ? 'Nothing is in the way' : `Problems: ${problems}`);
  return problems === 0 ? 0 : 1;
}

runCommand(main);
