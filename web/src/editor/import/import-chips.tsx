import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Check, CircleAlert, FileText, Hourglass, Pause, Play, RotateCw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { type ImportItem, isStopped, needsFiles } from '../managers/import-item.ts';
import classes from './import.module.css';
import { ImportReportDialog, isWorthTelling } from './import-report.tsx';
import { paceSentence, sentenceOf } from './import-sentence.ts';
import { MissingFiles, useFilesFor } from './missing-files.tsx';
import { ScaleChoice } from './scale-choice.tsx';

/** How long a chip that is done stays, in milliseconds. */
const STAY_MS = 6_000;

/** Everything that is on its way into the scene, whoever brings it. */
export function ImportChips() {
  const { editor, imports, assets } = useEditorSession();
  const { t } = useWords();
  const items = useStore(imports);
  const known = useStore(assets);
  const { nodes } = useStore(editor.scene);
  const isReadOnly = useStore(editor.isReadOnly);
  const [told, setTold] = useState<ImportItem | null>(null);
  const toldNode = told ? nodes[told.nodeId] : undefined;
  const asset = toldNode ? known.get(fileOf(toldNode)?.asset ?? '') : undefined;
  const interrupted = items.filter(({ phase }) => phase.kind === 'interrupted');
  if (items.length === 0) {
    return null;
  }
  return (
    <section className={classes.list} aria-label={t('import.list')} aria-live="polite">
      {interrupted.length > 0 && !isReadOnly && <InterruptedNote items={interrupted} />}
      {items.map((item) => (
        <Chip key={item.nodeId} item={item} onReport={() => setTold(item)} />
      ))}
      {told && asset && (
        <ImportReportDialog
          nodeId={told.nodeId}
          name={told.name}
          asset={asset}
          onClose={() => setTold(null)}
        />
      )}
    </section>
  );
}

/** Asks once for all files that the browser still lends. */
function InterruptedNote({ items }: { items: readonly ImportItem[] }) {
  const { imports } = useEditorSession();
  const { t } = useWords();
  const ids = items.map(({ nodeId }) => nodeId).join(' ');
  const [isLent, setIsLent] = useState(false);
  useEffect(() => {
    let isOver = false;
    Promise.all(ids.split(' ').map((id) => imports.canTakeUp(id))).then(
      (lent) => !isOver && setIsLent(lent.includes(true)),
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
        <span className={classes.chipText}>{t('import.interruptedAll', { count: items.length })}</span>
        {isLent && (
          <Button size="small" variant="primary" onClick={() => void imports.takeUp({ ask: true })}>
            {t('import.takeUp')}
          </Button>
        )}
      </div>
    </div>
  );
}

function PauseButton({ item: { nodeId, name }, isPaused }: { item: ImportItem; isPaused: boolean }) {
  const { imports } = useEditorSession();
  const { t } = useWords();
  const Sign = isPaused ? Play : Pause;
  return (
    <IconButton
      size="small"
      tip="none"
      label={t(isPaused ? 'import.resume' : 'import.pause', { name })}
      icon={<Sign size={16} aria-hidden="true" />}
      onClick={() => (isPaused ? imports.resume(nodeId) : imports.pause(nodeId))}
    />
  );
}

function Chip({ item, onReport }: { item: ImportItem; onReport: () => void }) {
  const { editor, imports } = useEditorSession();
  const words = useWords();
  const { t } = words;
  const isReadOnly = useStore(editor.isReadOnly);
  const { nodeId, name, phase } = item;
  const isQuietlyDone = phase.kind === 'ready' && !phase.suggestion && !isWorthTelling(phase.report);
  useEffect(() => {
    if (!isQuietlyDone) {
      return;
    }
    const timer = setTimeout(() => imports.dismiss(nodeId), STAY_MS);
    return () => clearTimeout(timer);
  }, [isQuietlyDone, imports, nodeId]);

  const isDone = phase.kind === 'ready';
  const hasStopped = isStopped(item);
  const isAwaited = phase.kind === 'awaited';
  const lacks = phase.kind === 'ready' ? (phase.report?.missing ?? []) : [];
  const takesFiles = needsFiles(item);
  const { isOver, dropProps } = useFilesFor(nodeId);
  const share = 'share' in phase ? phase.share : null;
  const label = sentenceOf(item, words);
  const pace = paceSentence(item, words);
  return (
    <div
      className={classes.chip}
      data-kind={phase.kind}
      data-over={isOver || undefined}
      {...(takesFiles ? dropProps : {})}
    >
      {isDone ? (
        <Check size={16} aria-hidden="true" />
      ) : hasStopped ? (
        <CircleAlert size={16} aria-hidden="true" />
      ) : isAwaited ? (
        <Hourglass size={16} aria-hidden="true" />
      ) : (
        <Spinner />
      )}
      <div className={classes.chipBody}>
        <span className={classes.chipText}>{label}</span>
        {!isDone && !hasStopped && !isAwaited && <ProgressBar share={share} label={label} />}
        {pace !== null && <span className={classes.chipNote}>{pace}</span>}
        {isDone && phase.suggestion && <ScaleChoice item={item} suggestion={phase.suggestion} />}
        {lacks.length > 0 && (
          <span className={classes.chipNote}>
            {t('import.lacks', { files: [...new Set(lacks)].join(', ') })}
          </span>
        )}
        {isDone && isWorthTelling(phase.report) && (
          <Button size="small" icon={<FileText size={16} aria-hidden="true" />} onClick={onReport}>
            {t('import.report')}
          </Button>
        )}
        {phase.kind === 'failed' && phase.canRetry && (
          <Button
            size="small"
            icon={<RotateCw size={16} aria-hidden="true" />}
            onClick={() => imports.retry(nodeId)}
          >
            {t('import.retry')}
          </Button>
        )}
        {takesFiles && <MissingFiles nodeId={nodeId} />}
      </div>
      {phase.kind === 'uploading' && phase.canPause && (
        <PauseButton item={item} isPaused={phase.hold === 'paused'} />
      )}
      {(isDone || !isReadOnly) && (
        <IconButton
          size="small"
          tip="none"
          label={t(endKey(item), { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => (isDone ? imports.dismiss(nodeId) : imports.remove(nodeId))}
        />
      )}
    </div>
  );
}

/** What ending an import does, in words. */
function endKey({ phase, isKept }: ImportItem) {
  if (phase.kind === 'ready') {
    return 'import.dismiss';
  }
  const ended = isKept ? 'import.keepFormer' : 'import.remove';
  return phase.kind === 'failed' || phase.kind === 'interrupted' ? ended : 'import.cancel';
}
