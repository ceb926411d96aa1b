import { Check, ChevronUp, CircleAlert, Pause } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import primitives from '../../../components/primitives.module.css';
import hidden from '../../../components/visually-hidden.module.css';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../../hooks/use-media.ts';
import { useNodes } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './import.module.css';
import { ImportChip } from './import-chip.tsx';
import { ImportReportDialog, isNotable } from './import-report.tsx';
import { liveText, problemSentence, progressSentence } from './import-sentence.ts';
import { type ImportSummary, summaryOf } from './import-summary.ts';
import { type ImportItem, isUnderway } from './model/import-item.ts';
import { importedFile } from './model/imported-file.ts';

/** Display time of a finished chip, in milliseconds. */
const STAY_MS = 6_000;

/** Largest number of chips before they collapse to one expandable line, as more would cover the scene. */
const MAX_CHIPS = { phone: 1, compact: 3, wide: 5 } as const;

/** All imports into the scene, by any user. */
export function ImportChips() {
  const { editor, imports } = useEditorSession();
  const translations = useEditorTranslations();
  const items = useSignalValue(imports.items);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const most = MAX_CHIPS[useLayoutSize()];
  const [isOpen, setIsOpen] = useState(false);
  const [reported, setReported] = useState<ImportItem | null>(null);
  const interrupted = items.filter(({ phase }) => phase.kind === 'interrupted');
  const isOneLine = items.length > most || isOpen;
  const isBusy = items.some(({ phase }) => isUnderway(phase));
  const chips = (
    <>
      {interrupted.length > 0 && !isReadOnly && <InterruptedNote items={interrupted} />}
      {items.map((item) => (
        <ImportChip key={item.nodeId} item={item} onReport={() => setReported(item)} />
      ))}
    </>
  );
  const news = (
    <p role="status" className={hidden.hidden}>
      {liveText(items, translations)}
    </p>
  );
  if (items.length === 0) {
    return news;
  }
  return (
    <>
      {news}
      <section className={classes.list} aria-label={translations.t('import.list')}>
        {isOneLine ? (
          <ImportsSheet items={items} isOpen={isOpen} onOpenChange={setIsOpen}>
            {chips}
          </ImportsSheet>
        ) : (
          chips
        )}
        {items.filter(isQuietlyDone).map(({ nodeId }) => (
          // In the single line, finished imports stay counted until all are finished.
          <Leaving key={nodeId} nodeId={nodeId} isHeld={isOneLine && isBusy} />
        ))}
        {reported && <Report item={reported} onClose={() => setReported(null)} />}
      </section>
    </>
  );
}

function isQuietlyDone({ phase }: ImportItem): boolean {
  return phase.kind === 'ready' && !phase.question && !isNotable(phase.report);
}

/** Removes a finished import from the list after a delay. */
function Leaving({ nodeId, isHeld }: { nodeId: string; isHeld: boolean }) {
  const { imports } = useEditorSession();
  useEffect(() => {
    if (isHeld) {
      return;
    }
    const timer = setTimeout(() => imports.dismiss(nodeId), STAY_MS);
    return () => clearTimeout(timer);
  }, [isHeld, imports, nodeId]);
  return null;
}

function Report({ item: { nodeId, name }, onClose }: { item: ImportItem; onClose: () => void }) {
  const { assets } = useEditorSession();
  const [node] = useNodes([nodeId]);
  const asset = useSignalValue(assets.byIri).get(importedFile(node) ?? '');
  return asset ? <ImportReportDialog nodeId={nodeId} name={name} asset={asset} onClose={onClose} /> : null;
}

/** All imports in one line, which opens a sheet with the list. */
function ImportsSheet({
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

/** Asks once for permission to reopen all files whose handles are stored. */
function InterruptedNote({ items }: { items: readonly ImportItem[] }) {
  const { imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const ids = items.map(({ nodeId }) => nodeId).join(' ');
  const [canResume, setCanResume] = useState(false);
  useEffect(() => {
    let isOver = false;
    Promise.all(ids.split(' ').map((id) => imports.canResume(id))).then(
      (answers) => {
        if (!isOver) {
          setCanResume(answers.includes(true));
        }
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [ids, imports]);
  return (
    <div className={classes.chip} data-kind="interrupted">
      <CircleAlert size={16} aria-hidden="true" />
      <div className={classes.chipBody}>
        <span className="wrap-anywhere">{t('import.interruptedAll', { count: items.length })}</span>
        {canResume && (
          <Button
            size="small"
            variant="primary"
            onClick={() => void imports.resumeInterrupted({ ask: true })}
          >
            {t('import.takeUp')}
          </Button>
        )}
      </div>
    </div>
  );
}
