import { Check, ChevronUp, CircleAlert, Pause } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import primitives from '../../../components/primitives.module.css';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from './import.module.css';
import { problemSentence, progressSentence } from './import-sentence.ts';
import { type ImportSummary, summaryOf } from './import-summary.ts';
import type { ImportItem } from './model/import-item.ts';

/** All imports in one line, which opens a sheet with the list. */
export function ImportsSheet({
  items,
  isOpen,
  onOpenChange,
  children,
}: {
  items: readonly ImportItem[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}) {
  const translations = useEditorTranslations();
  const summary = summaryOf(items);
  const progress = progressSentence(summary, translations);
  const problem = problemSentence(summary, translations);
  return (
    <>
      <button
        type="button"
        className={classes.summary}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpenChange(true)}
      >
        <SummarySign summary={summary} />
        <span className="tabular-nums">
          {progress}
          {problem !== null && <span className="text-(--error)"> · {problem}</span>}
        </span>
        <ChevronUp size={16} aria-hidden="true" />
        {summary.share !== null && (
          <span className="absolute right-0 bottom-0 left-0" aria-hidden="true">
            <ProgressBar share={summary.share} label={progress} />
          </span>
        )}
      </button>
      {isOpen && (
        <Modal title={translations.t('import.list')} onClose={() => onOpenChange(false)}>
          <div className={primitives.stack2}>{children}</div>
        </Modal>
      )}
    </>
  );
}

function SummarySign({
  summary: { share, isPaused, failed, interrupted, ready, count },
}: {
  summary: ImportSummary;
}) {
  if (failed + interrupted > 0) {
    return <CircleAlert size={16} className="text-(--error)" aria-hidden="true" />;
  }
  if (share === null) {
    return ready === count ? <Check size={16} className="text-(--success)" aria-hidden="true" /> : null;
  }
  return isPaused ? <Pause size={16} aria-hidden="true" /> : <Spinner />;
}
