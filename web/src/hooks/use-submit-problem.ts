import { useState } from 'react';
import { useErrorText } from './use-errors.ts';
import { useSubmit } from './use-submit.ts';

/**
 * `useSubmit` of a form that shows the last error as a sentence.
 * @param textOf - turns an error into its sentence, null if the error is shown elsewhere
 */
export function useSubmitProblem<Args extends unknown[] = []>(
  run: (...args: Args) => Promise<void>,
  textOf?: (error: unknown) => string | null,
): ReturnType<typeof useSubmit<Args>> & { problem: string | null } {
  const errorText = useErrorText();
  const [problem, setProblem] = useState<string | null>(null);
  const submission = useSubmit(
    async (...args: Args) => {
      setProblem(null);
      await run(...args);
    },
    (error) => setProblem((textOf ?? errorText)(error)),
  );
  return { ...submission, problem };
}
