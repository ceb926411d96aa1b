import { RotateCw, Undo2, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../components/button/button.tsx';
import { IconButton } from '../components/button/icon-button.tsx';
import { Badge } from '../components/feedback/badge.tsx';
import { ProgressBar } from '../components/feedback/progress-bar.tsx';
import { useErrorText } from '../hooks/use-error-text.ts';
import { useLibraryWords } from '../hooks/use-library-words.ts';
import { useTellError } from '../hooks/use-tell-error.ts';
import classes from './queue-list.module.css';
import type { UploadQueue, UploadTask } from './upload-queue.ts';

/** What is being sent, each with its progress and what can be done about it. */
export function QueueList<Job>({ queue }: { queue: UploadQueue<Job> }) {
  const { t } = useLibraryWords();
  const tasks = useSyncExternalStore(queue.subscribe, queue.get);
  if (tasks.length === 0) {
    return null;
  }
  const hasFinished = tasks.some(({ phase }) => phase !== 'waiting' && phase !== 'uploading');
  return (
    <section className={classes.section} aria-label={t('upload.queue')}>
      <div className={classes.sectionHead}>
        <h2 className={classes.heading}>{t('upload.queue')}</h2>
        {hasFinished && (
          <Button size="small" variant="ghost" onClick={() => queue.clear()}>
            {t('upload.clear')}
          </Button>
        )}
      </div>
      <ul>
        {tasks.map((task) => (
          <QueueLine key={task.id} task={task} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function QueueLine<Job>({ task, queue }: { task: UploadTask<Job>; queue: UploadQueue<Job> }) {
  const { t } = useLibraryWords();
  const tellError = useTellError();
  const { id, name, phase, share, undo } = task;
  const isOpen = phase === 'waiting' || phase === 'uploading';
  const handleUndo = () => {
    queue.undo(id).catch(tellError);
  };
  return (
    <li className={classes.line}>
      <span className={classes.lineName} title={name}>
        {name}
      </span>
      <span className={classes.state}>
        {phase === 'uploading' ? (
          <ProgressBar share={share} label={`${t('upload.uploading')} ${name}`} />
        ) : (
          <Phase task={task} />
        )}
      </span>
      {undo && (
        <IconButton
          tip="end"
          label={t('upload.undo', { name })}
          icon={<Undo2 size={16} aria-hidden="true" />}
          onClick={handleUndo}
        />
      )}
      {(phase === 'failed' || phase === 'cancelled' || phase === 'undone') && (
        <IconButton
          tip="end"
          label={t('upload.retry', { name })}
          icon={<RotateCw size={16} aria-hidden="true" />}
          onClick={() => queue.retry(id)}
        />
      )}
      {isOpen && (
        <IconButton
          tip="end"
          label={t('upload.cancel', { name })}
          icon={<X size={16} aria-hidden="true" />}
          onClick={() => queue.cancel(id)}
        />
      )}
    </li>
  );
}

function Phase<Job>({ task: { phase, error } }: { task: UploadTask<Job> }) {
  const { t } = useLibraryWords();
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
