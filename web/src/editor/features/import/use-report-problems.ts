import { useToast } from '../../../components/toast/toast.tsx';
import type { ImportProblem } from '../../../files/import-set.ts';
import { useT } from '../../../hooks/use-language.tsx';
import { useFirstTranslations } from '../../hooks/use-editor-translations.ts';

/** Largest number of notes shown at once. */
const MAX_SHOWN = 3;
/** Largest number of file names in a note. */
const MAX_NAMED = 4;

const LEFT_OUT = { unused: 'import.unused', 'other-format': 'import.otherFormat' } as const;

/** Explains why files were rejected. */
export function useReportProblems(): (problems: readonly ImportProblem[]) => void {
  const { t } = useFirstTranslations();
  const toast = useToast();
  const say = useT();
  return (problems) => {
    for (const problem of problems.slice(0, MAX_SHOWN)) {
      if ('names' in problem) {
        const { names } = problem;
        const files = [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])];
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
