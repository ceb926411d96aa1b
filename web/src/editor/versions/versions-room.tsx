import type { Version } from '@diorama/shared/contract/versions.ts';
import { MAX_VERSION_NAME } from '@diorama/shared/contract/versions.ts';
import { diffDocuments, type SceneDiff } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { ArrowLeft, BookmarkPlus } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useList, useLive } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Spinner } from '../../components/feedback/spinner.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { NameDialog } from '../../components/name-dialog/name-dialog.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useDates } from '../../hooks/use-dates.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import { useVersionWords } from '../../hooks/use-version-words.ts';
import type { OutlineGroup } from '../../scene/outline.ts';
import { useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { Changes } from './changes.tsx';
import { VersionList } from './version-list.tsx';
import { VersionPicture } from './version-picture.tsx';
import classes from './versions.module.css';

/** What was added, removed and changed is outlined in these. */
const COLORS = { added: '#22c55e', removed: '#ef4444', changed: '#f59e0b' } as const;

/** The earlier states of the scene over the editor: to look at, to compare with now, to copy from and to go back to. */
export function VersionsRoom({ name, onClose }: { name: string; onClose: () => void }) {
  const { sceneId } = useEditorSession();
  const { t } = useVersionWords();
  const [wanted, setWanted] = useState<Version | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const { client } = useApi();
  const list = useList('listVersions', { params: { id: sceneId } });
  useLive(({ topic, event }) => {
    // A version has no topic of its own: what is kept, and its picture, comes with changes of the scene.
    if (topic === 'composition' && event['@id'].endsWith(sceneId)) {
      list.reload();
    }
  });
  // Somebody else may have deleted what is being looked at.
  const isGone = !list.hasMore && list.members?.every(({ uuid }) => uuid !== wanted?.uuid) === true;
  const chosen = isGone ? null : wanted;
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content className={classes.room} aria-describedby={undefined}>
          <header className={classes.bar}>
            <IconButton
              tip="none"
              label={t('versions.close')}
              icon={<ArrowLeft size={16} aria-hidden="true" />}
              onClick={onClose}
            />
            <Dialog.Title className={classes.title}>{t('versions.title', { scene: name })}</Dialog.Title>
            <Button
              size="small"
              icon={<BookmarkPlus size={16} aria-hidden="true" />}
              onClick={() => setIsNaming(true)}
            >
              {t('versions.keep')}
            </Button>
          </header>
          <VersionList list={list} chosen={chosen} onChoose={setWanted} />
          <State version={chosen} onRestored={onClose} />
          {isNaming && (
            <NameDialog
              title={t('versions.keep.title')}
              text={t('versions.rename.text')}
              label={t('versions.name')}
              maxLength={MAX_VERSION_NAME}
              submitLabel={t('versions.keep')}
              onSubmit={async (given) => {
                await client.call('createVersion', { params: { id: sceneId }, body: { name: given } });
                list.reload();
              }}
              onClose={() => setIsNaming(false)}
            />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** One state, now or then, in the same picture. */
function State({ version, onRestored }: { version: Version | null; onRestored: () => void }) {
  const { editor } = useEditorSession();
  // Others go on editing: what they do is compared when there is time for it.
  const now = useDeferredValue(useStore(editor.scene));
  const { t } = useVersionWords();
  const dates = useDates();
  const { document, error, retry } = useVersionDocument(version);
  const [isNow, setIsNow] = useState(false);
  const then = version && document;
  const diff = useMemo(() => (then ? diffDocuments(then, now) : null), [then, now]);
  const groups = useMemo(() => (diff ? linesOf(diff, isNow) : NONE), [diff, isNow]);
  return (
    <>
      <div className={classes.state}>
        <VersionPicture
          label={
            version ? t('versions.picture', { when: dates.dateTime(version.createdAt) }) : t('versions.now')
          }
          document={then && !isNow ? then : now}
          groups={groups}
        />
        {version && error !== undefined && (
          <div className={classes.veil}>
            <ErrorState error={error} title={t('versions.document.error')} onRetry={retry} />
          </div>
        )}
        {version && !document && error === undefined && (
          <div className={classes.veil} role="status" aria-label={t('versions.loading')}>
            <Spinner size={20} />
          </div>
        )}
        {then && <Switch isNow={isNow} onChange={setIsNow} />}
      </div>
      {version && then && diff && (
        <aside className={classes.side}>
          <Changes diff={diff} then={then} now={now} />
          <Restore version={version} onRestored={onRestored} />
        </aside>
      )}
    </>
  );
}

const NONE: readonly OutlineGroup[] = [];

function Switch({ isNow, onChange }: { isNow: boolean; onChange: (isNow: boolean) => void }) {
  const { t } = useVersionWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of a toolbar are no fieldset
    <div className={classes.switch} role="group" aria-label={t('versions.show')}>
      {[false, true].map((choice) => (
        <button
          key={String(choice)}
          type="button"
          className={classes.choice}
          aria-pressed={choice === isNow}
          onClick={() => onChange(choice)}
        >
          {t(choice ? 'versions.show.now' : 'versions.show.then')}
        </button>
      ))}
    </div>
  );
}

/** What is outlined: what went away in the state of then, what came in that of now, what changed in both. */
function linesOf({ added, removed, changed }: SceneDiff, isNow: boolean): OutlineGroup[] {
  return [
    { ids: changed.map(({ id }) => id), color: COLORS.changed },
    isNow ? { ids: added, color: COLORS.added } : { ids: removed, color: COLORS.removed },
  ];
}

function Restore({ version, onRestored }: { version: Version; onRestored: () => void }) {
  const { editor } = useEditorSession();
  const { t } = useVersionWords();
  const { client } = useApi();
  const toast = useToast();
  const tellError = useTellError();
  const isReadOnly = useStore(editor.isReadOnly);
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(async () => {
    await client.call('restoreVersion', { params: { id: version.uuid } });
    toast({ kind: 'success', text: t('versions.restored') });
    onRestored();
  }, tellError);
  if (isReadOnly) {
    return null;
  }
  return (
    <div className={classes.foot}>
      <Button variant="primary" isLoading={isBusy} onClick={() => setIsAsking(true)}>
        {t('versions.restore')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('versions.restore.title')}
          text={t('versions.restore.text')}
          confirmLabel={t('versions.restore')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** Reads the document of a version; one that does not change is read once. */
function useVersionDocument(version: Version | null) {
  const { client } = useApi();
  const [state, setState] = useState<{ id: string; document?: SceneDocument; error?: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const id = version?.uuid;
  useEffect(() => {
    if (id === undefined) {
      return;
    }
    let isCurrent = attempt >= 0;
    setState(null);
    client.call('getVersionDocument', { params: { id } }).then(
      ({ document }) => isCurrent && setState({ id, document: readStored(document) }),
      (error: unknown) => isCurrent && setState({ id, error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, id, attempt]);
  const { document, error } = state?.id === id ? (state ?? {}) : {};
  return { document, error, retry: () => setAttempt((before) => before + 1) };
}
