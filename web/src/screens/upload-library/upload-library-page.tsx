import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type PagedList, useList } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { PageHead } from '../../components/page-head/page-head.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import type { ImportFile } from '../../editor/import/import-set.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { createKeptNames } from '../../library/kept-names.ts';
import { QueueList } from '../../library/queue-list.tsx';
import { type SendJob, UploadQueue, type UploadWish } from '../../library/upload-queue.ts';
import { type LibraryThing, useLookAgain } from '../../library/use-library.ts';
import { warnOfLeaving } from '../../warn-of-leaving.ts';
import { DropArea } from './drop-area.tsx';
import { SAID_DEFAULTS, type Said, SaidFields } from './said-fields.tsx';
import { SharedList } from './shared-list.tsx';
import classes from './upload-library.module.css';

type PageProps<Job> = {
  shelf: 'models' | 'materials';
  /** Creates upload items from files, with shared metadata. */
  plan: (files: readonly ImportFile[], said: Said) => Promise<UploadWish<Job>[]>;
  send: SendJob<Job>;
  /** Extra buttons beside the title. */
  actions?: (list: PagedList<LibraryThing>) => ReactNode;
};

/** Page for operators to fill the public library; other users see a message. */
export function UploadLibraryPage<Job>(props: PageProps<Job>) {
  const { t } = useLibraryWords();
  const path = usePath();
  const user = useUser();
  useTitle(t(`upload.${props.shelf}.title`));
  if (user?.isOperator) {
    return <Desk {...props} />;
  }
  return (
    <EmptyState
      heading="h1"
      picture={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('upload.noAccess.title')}
      text={t('upload.noAccess.text')}
      action={
        <ButtonLink to={path('home')} variant="primary">
          {t('library.empty.action')}
        </ButtonLink>
      }
    />
  );
}

function Desk<Job>({ shelf, plan, send, actions }: PageProps<Job>) {
  const { t } = useLibraryWords();
  const toast = useToast();
  const [said, setSaid] = useState<Said>(SAID_DEFAULTS);
  const [queue] = useState(
    () => new UploadQueue(send, createKeptNames(`diorama.shared-uploads.${shelf}`, sessionStorage)),
  );
  const list = useList('listLibrary', { params: { shelf }, query: { unpublished: 'true' } });
  const { reload } = list;
  useEffect(() => () => queue.dispose(), [queue]);
  useEffect(() => warnOfLeaving(() => queue.isBusy), [queue]);
  const hasPending = list.members?.some(
    ({ status, thumbnailUrl }) => status !== 'failed' && (status !== 'ready' || thumbnailUrl === null),
  );
  useLookAgain(list, hasPending ?? false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read anew when something has arrived or was taken back
  useEffect(() => {
    let done = 0;
    return queue.subscribe(() => {
      const arrived = queue.get().filter(({ phase }) => phase === 'done').length;
      if (arrived !== done) {
        reload();
      }
      done = arrived;
    });
  }, [queue]);
  const add = (files: Promise<readonly ImportFile[]>) => {
    files
      .then((found) => plan(found, said))
      .then((jobs) => queue.add(jobs))
      .catch(() => toast({ kind: 'error', text: t('library.drop.failed') }));
  };
  return (
    <div className={classes.page}>
      <PageHead title={t(`upload.${shelf}.title`)}>{actions?.(list)}</PageHead>
      <p className={classes.note}>{t(`upload.${shelf}.text`)}</p>
      <div className={classes.desk}>
        <DropArea kind={shelf} onFiles={add} />
        <section className={classes.defaults} aria-label={t('upload.defaults')}>
          <h2 className={classes.heading}>{t('upload.defaults')}</h2>
          <SaidFields shelf={shelf} said={said} onChange={setSaid} />
        </section>
      </div>
      <QueueList queue={queue} />
      <SharedList shelf={shelf} list={list} />
    </div>
  );
}
