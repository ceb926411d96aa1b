import { Check, CircleAlert, FileText, Hourglass, Pause, Play, X } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { ProgressBar } from '../../../components/feedback/progress-bar.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import primitives from '../../../components/primitives.module.css';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFormatLength } from '../../hooks/use-format-length.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import classes from './import.module.css';
import { isNotable } from './import-report.tsx';
import { importStatusText, throughputText } from './import-sentence.ts';
import { MissingFiles, useFilesFor } from './missing-files.tsx';
import { canRetryImport, type ImportItem, isStopped, needsFiles } from './model/import-item.ts';
import type { AskedSize } from './model/import-places.ts';
import { RetryButton } from './retry-button.tsx';

/** Height of the reference person, in metres. */
const PERSON = 1.7;

/** Width of a person as a share of the height. */
const SLENDERNESS = 0.3;

/** Height of the picture in pixels, and smallest size of a drawn figure. */
const HEIGHT = 16;
const SMALLEST = 2;
const GAP = 3;

/** One import with its progress, notes and actions. */
export function ImportChip({ item, onReport }: { item: ImportItem; onReport: () => void }) {
  const { editor, imports } = useEditorSession();
  const translations = useEditorTranslations();
  const { t } = translations;
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { nodeId, name, phase } = item;
  const isDone = phase.kind === 'ready';
  const hasStopped = isStopped(item);
  const isAwaited = isWaiting(item);
  const lacks = phase.kind === 'ready' ? (phase.report?.missing ?? []) : [];
  const takesFiles = needsFiles(item);
  const { isOver, dropProps } = useFilesFor(nodeId);
  const share = 'share' in phase ? phase.share : null;
  const label = importStatusText(item, translations);
  const throughput = throughputText(item, translations);
  return (
    <div
      className={classes.chip}
      data-kind={phase.kind}
      data-over={isOver || undefined}
      {...(takesFiles ? dropProps : {})}
    >
      <StateIcon item={item} />
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
        {isDone && isNotable(phase.report) && (
          <Button size="small" icon={<FileText size={16} aria-hidden="true" />} onClick={onReport}>
            {t('import.report')}
          </Button>
        )}
        {canRetryImport(item) && <RetryButton nodeId={nodeId} />}
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

/** Whether an import waits for its files, or for the right to edit the scene. */
function isWaiting({ phase }: ImportItem): boolean {
  return phase.kind === 'awaited' || phase.kind === 'withheld';
}

function StateIcon({ item }: { item: ImportItem }) {
  if (item.phase.kind === 'ready') {
    return <Check size={16} aria-hidden="true" />;
  }
  if (isStopped(item)) {
    return <CircleAlert size={16} aria-hidden="true" />;
  }
  return isWaiting(item) ? <Hourglass size={16} aria-hidden="true" /> : <Spinner />;
}

/** Translation key of the action that ends an import. */
function endKey({ phase, isKept }: ImportItem) {
  if (phase.kind === 'ready') {
    return 'import.dismiss';
  }
  const ended = isKept ? 'import.keepFormer' : 'import.remove';
  return phase.kind === 'failed' || phase.kind === 'interrupted' ? ended : 'import.cancel';
}

/**
 * Asks for the size of a model whose file has no unit or an implausible one, and for its up axis.
 */
function SizeChoice({ item, question }: { item: ImportItem; question: AskedSize }) {
  const { editor, imports } = useEditorSession();
  const { t } = useTranslations('import-report');
  const { t: unitName } = useEditorTranslations();
  const length = useFormatLength();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { nodeId, name } = item;
  const { size, isUsual, choices, canStandUp, factor: taken } = question;
  if (isReadOnly) {
    return null;
  }
  return (
    <>
      <span className={primitives.secondary}>
        {taken === 1
          ? t('import.whichSize', { name, size: length(size) })
          : t('import.fitted', { name, size: length(size * taken), file: length(size) })}
      </span>
      <span className={primitives.cluster}>
        {choices.map(({ factor, unit }, at) => (
          <Button
            key={factor}
            size="small"
            variant={at === 0 && !isUsual ? 'primary' : undefined}
            onClick={() => (factor === taken ? imports.keepSize(nodeId) : imports.applyScale(nodeId, factor))}
          >
            <SizePicture size={size * factor} />
            {unit === null
              ? length(size * factor)
              : t('import.inUnit', { unit: unitName(`scene.unit.${unit}`), size: length(size * factor) })}
          </Button>
        ))}
        <Button
          size="small"
          onClick={() => (taken === 1 ? imports.keepSize(nodeId) : imports.applyScale(nodeId, 1))}
        >
          <SizePicture size={size} />
          {t(taken === 1 ? 'import.keepSize' : 'import.asInFile', { size: length(size) })}
        </Button>
      </span>
      {canStandUp && (
        <Button size="small" onClick={() => imports.standUp(nodeId)}>
          {t('import.standUp')}
        </Button>
      )}
    </>
  );
}

/** Person beside a block of a model's largest side, to scale. @param size - metres */
function SizePicture({ size }: { size: number }) {
  const scale = HEIGHT / Math.max(PERSON, size);
  const person = Math.max(SMALLEST, PERSON * scale);
  const block = Math.max(SMALLEST, size * scale);
  const width = person * SLENDERNESS;
  const head = width * 0.32;
  return (
    <svg
      className={classes.sizePicture}
      width={width + GAP + block}
      height={HEIGHT}
      viewBox={`0 ${-HEIGHT} ${width + GAP + block} ${HEIGHT}`}
      aria-hidden="true"
    >
      <circle cx={width / 2} cy={head - person} r={head} />
      <rect width={width} height={person - 2.4 * head} y={2.4 * head - person} rx={width * 0.4} />
      <rect
        data-model
        x={width + GAP}
        y={-block}
        width={block}
        height={block}
        rx={Math.min(1.5, block / 3)}
      />
    </svg>
  );
}
