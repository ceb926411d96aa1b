import { Check, CircleAlert, FileText, Hourglass, Pause, Play, X } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import primitives from '../../../components/primitives.module.css';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './import.module.css';
import { isWorthTelling } from './import-report.tsx';
import { sentenceOf, throughputText } from './import-sentence.ts';
import { MissingFiles, useFilesFor } from './missing-files.tsx';
import { canRetry, type ImportItem, isStopped, needsFiles } from './model/import-item.ts';
import { RetryButton } from './retry-button.tsx';
import { SizeChoice } from './size-choice.tsx';

/** One import with its progress, notes and actions. */
export function ImportChip({ item, onReport }: { item: ImportItem; onReport: () => void }) {
  const { editor, imports } = useEditorSession();
  const translations = useEditorTranslations();
  const { t } = translations;
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { nodeId, name, phase } = item;
  const isDone = phase.kind === 'ready';
  const hasStopped = isStopped(item);
  const isAwaited = phase.kind === 'awaited' || phase.kind === 'withheld';
  const lacks = phase.kind === 'ready' ? (phase.report?.missing ?? []) : [];
  const takesFiles = needsFiles(item);
  const { isOver, dropProps } = useFilesFor(nodeId);
  const share = 'share' in phase ? phase.share : null;
  const label = sentenceOf(item, translations);
  const throughput = throughputText(item, translations);
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
        <span className="wrap-anywhere">{label}</span>
        {!isDone && !hasStopped && !isAwaited && <ProgressBar share={share} label={label} />}
        {throughput !== null && <span className={primitives.secondary}>{throughput}</span>}
        {isDone && phase.question && (
          <Suspense fallback={null}>
            <SizeChoice item={item} question={phase.question} />
          </Suspense>
        )}
        {lacks.length > 0 && (
          <span className={primitives.secondary}>
            {t('import.lacks', { files: [...new Set(lacks)].join(', ') })}
          </span>
        )}
        {isDone && isWorthTelling(phase.report) && (
          <Button size="small" icon={<FileText size={16} aria-hidden="true" />} onClick={onReport}>
            {t('import.report')}
          </Button>
        )}
        {canRetry(item) && <RetryButton nodeId={nodeId} />}
        {takesFiles && <MissingFiles nodeId={nodeId} />}
      </div>
      {phase.kind === 'uploading' && phase.canPause && (
        <PauseButton item={item} isPaused={phase.hold === 'paused'} />
      )}
      {(isDone || !isReadOnly) && (
        <IconButton
          size="small"
          label={t(endKey(item), { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => (isDone ? imports.dismiss(nodeId) : imports.remove(nodeId))}
        />
      )}
    </div>
  );
}

function PauseButton({ item: { nodeId, name }, isPaused }: { item: ImportItem; isPaused: boolean }) {
  const { imports } = useEditorSession();
  const { t } = useEditorTranslations();
  const Sign = isPaused ? Play : Pause;
  return (
    <IconButton
      size="small"
      label={t(isPaused ? 'import.resume' : 'import.pause', { name })}
      icon={<Sign size={16} aria-hidden="true" />}
      onClick={() => (isPaused ? imports.resume(nodeId) : imports.pause(nodeId))}
    />
  );
}

/** Translation key of the action that ends an import. */
function endKey({ phase, isKept }: ImportItem) {
  if (phase.kind === 'ready') {
    return 'import.dismiss';
  }
  const ended = isKept ? 'import.keepFormer' : 'import.remove';
  return phase.kind === 'failed' || phase.kind === 'interrupted' ? ended : 'import.cancel';
}
