import { formatBytes, formatPercent } from '@diorama/shared/i18n/format.ts';
import { Pause, Play, RotateCw, Undo2, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../components/button/button.tsx';
import { IconButton } from '../components/button/icon-button.tsx';
import { Badge } from '../components/feedback/badge.tsx';
import { ProgressBar } from '../components/feedback/progress-bar.tsx';
import primitives from '../components/primitives.module.css';
import { uploadTimeLeft } from '../files/throughput.ts';
import { useErrorText, useErrorToast } from '../hooks/use-errors.ts';
import { useLibraryTranslations } from '../hooks/use-library-translations.ts';
import classes from './queue-list.module.css';
import { isUnderWay, type UploadQueue, type UploadTask } from './upload-queue.ts';

/** List of uploads with their progress and actions. */
export function QueueList<Job>({ queue }: { queue: UploadQueue<Job> }) {
  const { t } = useLibraryTranslations();
  const tasks = useSyncExternalStore(queue.subscribe, queue.get);
  const interrupted = useSyncExternalStore(queue.subscribe, queue.getInterrupted);
  if (tasks.length === 0 && interrupted.length === 0) {
    return null;
  }
  const hasFinished = !tasks.every(isUnderWay);
  return (
    <section className="flex flex-col gap-2 mt-4" aria-label={t('upload.queue')}>
      <div className="flex items-center justify-between">
        <h2 className={primitives.title14}>{t('upload.queue')}</h2>
        {hasFinished && (
          <Button size="small" variant="ghost" onClick={() => queue.clear()}>
            {t('upload.clear')}
          </Button>
        )}
      </div>
      <ul>
        {interrupted.map((name) => (
          <li key={name} className={classes.line}>
            <span className="min-w-0 flex-1 text-13 truncate max-md:basis-1/2" title={name}>
              {name}
            </span>
            <span className={classes.state}>
              <Badge kind="warning">{t('upload.interrupted')}</Badge>
            </span>
            <IconButton
              label={t('upload.dismiss', { name })}
              icon={<X size={16} aria-hidden="true" />}
              onClick={() => queue.dismiss(name)}
            />
          </li>
        ))}
        {tasks.map((task) => (
          <QueueLine key={task.id} task={task} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function QueueLine<Job>({ task, queue }: { task: UploadTask<Job>; queue: UploadQueue<Job> }) {
  const { t } = useLibraryTranslations();
  const showError = useErrorToast();
  const { id, name, phase, undo, control, hold } = task;
  const isPaused = hold === 'paused';
  const handleUndo = () => {
    queue.undo(id).catch(showError);
  };
  return (
    <li className={classes.line}>
      <span className="min-w-0 flex-1 text-13 truncate max-md:basis-1/2" title={name}>
        {name}
      </span>
      <span className={classes.state}>
        {phase === 'uploading' || phase === 'opening' ? <Progress task={task} /> : <Phase task={task} />}
      </span>
      {phase === 'uploading' && control && (
        <IconButton
          label={t(isPaused ? 'upload.resume' : 'upload.pause', { name })}
          icon={isPaused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          onClick={() => (isPaused ? queue.resume(id) : queue.pause(id))}
        />
      )}
      {undo && (
        <IconButton
          label={t('upload.undo', { name })}
          icon={<Undo2 size={16} aria-hidden="true" />}
          onClick={handleUndo}
        />
      )}
      {(phase === 'failed' || phase === 'cancelled' || phase === 'undone') && (
        <IconButton
          label={t('upload.retry', { name })}
          icon={<RotateCw size={16} aria-hidden="true" />}
          onClick={() => queue.retry(id)}
        />
      )}
      {isUnderWay(task) && (
        <IconButton
          label={t('upload.cancel', { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => queue.cancel(id)}
        />
      )}
    </li>
  );
}

/** Progress of one upload, its speed, and the reason of a pause. */
function Progress<Job>({ task: { name, phase, share, hold, throughput } }: { task: UploadTask<Job> }) {
  const { t, language } = useLibraryTranslations();
  const doing = t(phase === 'opening' ? 'upload.opening' : 'upload.uploading');
  const left = throughput && uploadTimeLeft(throughput);
  return (
    <>
      <ProgressBar share={share} label={`${doing} ${name}`} />
      <small className="text-(--text-2) text-12 tabular-nums">
        {hold === null ? doing : t(`upload.${hold}`)} {formatPercent(language, share)}
        {throughput && left && (
          <>
            {' · '}
            {t(`upload.pace${left.unit}`, {
              speed: formatBytes(language, Math.round(throughput.bytesPerSecond)),
              count: left.count,
            })}
          </>
        )}
      </small>
    </>
  );
}

function Phase<Job>({ task: { phase, error } }: { task: UploadTask<Job> }) {
  const { t } = useLibraryTranslations();
  const errorText = useErrorText();
  switch (phase) {
    case 'waiting':
      return <Badge>{t('upload.waiting')}</Badge>;
    case 'done':
      return <Badge kind="success">{t('upload.done')}</Badge>;
    case 'undone':
      return <Badge>{t('upload.undone')}</Badge>;
    case 'failed':
      return <Badge kind="error">{t('upload.failed', { reason: errorText(error) })}</Badge>;
    default:
      return <Badge>{t('upload.cancelled')}</Badge>;
  }
}
