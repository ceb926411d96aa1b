import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useWords } from '../hooks/use-words.ts';
import type { ImportProblem } from './import-set.ts';

/** Largest number of notes shown at once. */
const MOST_TOLD = 3;
/** Largest number of file names in a note. */
const MOST_NAMED = 4;

const LEFT_OUT = { unused: 'import.unused', 'other-format': 'import.otherFormat' } as const;

/** Explains why files were rejected. */
export function useTellProblems(): (problems: readonly ImportProblem[]) => void {
  const { t } = useWords();
  const toast = useToast();
  const say = useT();
  return (problems) => {
    for (const problem of problems.slice(0, MOST_TOLD)) {
      if ('names' in problem) {
        const { names } = problem;
        const files = [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])];
        toast({ kind: 'info', text: t(LEFT_OUT[problem.kind], { files: files.join(', ') }) });
        continue;
      }
      const text =
        problem.kind === 'nothing'
          ? t('import.nothing')
          : t('import.failed', { name: problem.name, reason: say(`error.${problem.kind}`) });
      toast({ kind: 'error', text });
    }
  };
}
