import type { Version } from '@diorama/shared/contract/versions.ts';
import { MAX_VERSION_NAME } from '@diorama/shared/contract/versions.ts';
import { ArrowLeft, BookmarkPlus } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useState } from 'react';
import { useList, useLive } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { NameDialog } from '../../../components/name-dialog/name-dialog.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { VersionList } from './version-list.tsx';
import { VersionState } from './version-state.tsx';
import classes from './versions.module.css';

/** Version history over the editor: view, compare, copy from and restore earlier versions. */
export function VersionsLayout({ name, onClose }: { name: string; onClose: () => void }) {
  const { sceneId } = useEditorSession();
  const { t } = useTranslations('versions');
  const [wanted, setWanted] = useState<Version | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const { client } = useApi();
  const list = useList('listVersions', { params: { id: sceneId } });
  useLive(({ topic, event }) => {
    // Versions have no event topic; new versions and their pictures arrive with scene events.
    if (topic === 'composition' && event['@id'].endsWith(sceneId)) {
      list.reload();
    }
  });
  // Another user may have deleted the displayed version.
  const isGone = !list.hasMore && list.members?.every(({ uuid }) => uuid !== wanted?.uuid) === true;
  const chosen = isGone ? null : wanted;
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Content className={classes.room} aria-describedby={undefined}>
          <header className={classes.bar}>
            <IconButton
              label={t('versions.close')}
              icon={<ArrowLeft size={16} aria-hidden="true" />}
              onClick={onClose}
            />
            <Dialog.Title className="min-w-0 flex-1 m-0 text-14 font-medium truncate">
              {t('versions.title', { scene: name })}
            </Dialog.Title>
            <Button
              size="small"
              icon={<BookmarkPlus size={16} aria-hidden="true" />}
              onClick={() => setIsNaming(true)}
            >
              {t('versions.keep')}
            </Button>
          </header>
          <VersionList list={list} chosen={chosen} onChoose={setWanted} />
          <VersionState version={chosen} versions={list.members ?? []} onRestored={onClose} />
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
