import { extensionsOf, formatDisplayNames, pickerOf } from '@diorama/shared/domain/formats.ts';
import { Lock, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type PagedList, useList } from '../../api/hooks.ts';
import { Button, ButtonLink } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { PageHeader } from '../../components/page-header/page-header.tsx';
import primitives from '../../components/primitives.module.css';
import { useToast } from '../../components/toast/toast.tsx';
import type { ImportFile } from '../../files/import-set.ts';
import { filesOf, readDroppedFiles } from '../../files/read-dropped-files.ts';
import { useFileDrop } from '../../hooks/use-file-drop.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import { usePath } from '../../hooks/use-path.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { useUser } from '../../hooks/use-user.ts';
import { MATERIAL_FILES } from '../../library/plan-materials.ts';
import { QueueList } from '../../library/queue-list.tsx';
import { type SendJob, UploadQueue, type UploadRequest } from '../../library/upload-queue.ts';
import { isPending, type LibraryItem, usePollPending } from '../../library/use-library.ts';
import { createStoredList } from '../../stored-list.ts';
import { warnBeforeUnload } from '../../warn-before-unload.ts';
import { DETAILS_DEFAULTS, type ItemDetails, ItemDetailsFields } from './item-details-fields.tsx';
import { SharedList } from './shared-list.tsx';
import classes from './upload-library.module.css';

const FILES = {
  models: { use: 'model', extensions: extensionsOf('model') },
  materials: { use: 'texture', extensions: MATERIAL_FILES },
} as const;

type Props = { kind: keyof typeof FILES; onFiles: (files: Promise<readonly ImportFile[]>) => void };

type PageProps<Job> = {
  shelf: 'models' | 'materials';
  /** Creates upload items from files, with shared metadata. */
  plan: (files: readonly ImportFile[], details: ItemDetails) => Promise<UploadRequest<Job>[]>;
  send: SendJob<Job>;
  /** Extra buttons beside the title. */
  actions?: (list: PagedList<LibraryItem>) => ReactNode;
};

/** Page for operators to fill the public library; other users see a message. */
export function UploadLibraryPage<Job>(props: PageProps<Job>) {
  const { t } = useLibraryTranslations();
  const path = usePath();
  const user = useUser();
  useTitle(t(`upload.${props.shelf}.title`));
  if (user?.isOperator) {
    return <UploadPage {...props} />;
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

function UploadPage<Job>({ shelf, plan, send, actions }: PageProps<Job>) {
  const { t } = useLibraryTranslations();
  const toast = useToast();
  const [details, setDetails] = useState<ItemDetails>(DETAILS_DEFAULTS);
  const [queue] = useState(
    () => new UploadQueue(send, createStoredList(sessionStorage, `diorama.shared-uploads.${shelf}`)),
  );
  const list = useList('listLibrary', { params: { shelf }, query: { unpublished: 'true' } });
  const { reload } = list;
  useEffect(() => () => queue.dispose(), [queue]);
  useEffect(() => warnBeforeUnload(() => queue.isBusy), [queue]);
  usePollPending(list, (now) => list.members?.some((item) => isPending(item, now)) ?? false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: uploads and removals reload the list
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
      .then((found) => plan(found, details))
      .then((jobs) => queue.add(jobs))
      .catch(() => toast({ kind: 'error', text: t('library.drop.failed') }));
  };
  return (
    <div className={classes.page}>
      <PageHeader title={t(`upload.${shelf}.title`)}>{actions?.(list)}</PageHeader>
      <p className={primitives.muted}>{t(`upload.${shelf}.text`)}</p>
      <div className="grid gap-4 grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]">
        <DropArea kind={shelf} onFiles={add} />
        <section
          className="flex flex-col gap-3 p-4 border border-(--hairline) rounded-card bg-(--surface-1)"
          aria-label={t('upload.defaults')}
        >
          <h2 className={primitives.title14}>{t('upload.defaults')}</h2>
          <ItemDetailsFields shelf={shelf} details={details} onChange={setDetails} />
        </section>
      </div>
      <QueueList queue={queue} />
      <SharedList shelf={shelf} list={list} />
    </div>
  );
}

/** Drop zone and file picker for any number of files, including folders. */
function DropArea({ kind, onFiles }: Props) {
  const { t } = useLibraryTranslations();
  const input = useRef<HTMLInputElement>(null);
  const { isOver, dropProps } = useFileDrop((data) => onFiles(readDroppedFiles(data)));
  const { use, extensions } = FILES[kind];
  return (
    <div className={classes.drop} data-over={isOver || undefined} {...dropProps}>
      <Upload size={24} strokeWidth={1.5} aria-hidden="true" />
      <strong>{t(`upload.drop.${kind}`)}</strong>
      <span className={primitives.muted}>
        {t(`upload.formats.${kind}`, { formats: formatDisplayNames(use) })}
      </span>
      <Button variant="primary" onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <FilesInput
        ref={input}
        label={t('upload.choose')}
        accept={pickerOf(extensions)}
        onFiles={(files) => onFiles(Promise.resolve(filesOf(files)))}
      />
    </div>
  );
}
