import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useEffect } from 'react';
import { fetchAhead } from '../components/lazy-component.ts';
import { useToast } from '../components/toast/toast.tsx';
import { useConfig } from '../hooks/use-config.ts';
import { CommentUpdates } from './features/comments/comment-updates.tsx';
import { useEditor } from './hooks/use-editor.tsx';
import { useEditorTranslations } from './hooks/use-editor-translations.ts';
import { useForeignFiles } from './hooks/use-foreign-files.ts';
import { useSignalValue } from './hooks/use-signal-value.ts';

/** Notifications and editor flags of an open scene, outside the first frame and without visible output. */
export function EditorNotices({ scene, isOpen }: { scene: Composition; isOpen: boolean }) {
  useOffers(scene);
  useCodeAhead();
  useNoticeToast();
  useRemovals();
  useForeignFiles();
  return isOpen && <CommentUpdates />;
}

/** Fetches menus, notices and other parts that are drawn later, so that they work without a connection. */
function useCodeAhead(): void {
  useEffect(() => {
    fetchAhead();
  }, []);
}

/** Shows why an edit was reverted. */
function useNoticeToast(): void {
  const notice = useSignalValue(useEditor().ui.notice);
  const { t } = useEditorTranslations();
  const toast = useToast();
  useEffect(() => {
    if (notice) {
      toast({ kind: 'warning', text: t(notice.what, { name: '', count: 0, most: 0, ...notice.params }) });
    }
  }, [notice, t, toast]);
}

/** Notice about a node that another user deleted during an edit of this user, with a button to restore it. */
function useRemovals(): void {
  const { removals } = useEditor();
  const removal = useSignalValue(removals.last);
  const { t } = useEditorTranslations();
  const toast = useToast();
  useEffect(() => {
    if (removal === null) {
      return;
    }
    const { name, count, author, restore } = removal;
    const who = author === null ? 'nobody' : author === 'self' ? 'self' : 'other';
    const by = author === null || author === 'self' ? '' : author.name;
    toast({
      kind: 'warning',
      text: t(`removal.${who}`, { count, by, name: name === '' ? t('removal.unnamed') : name }),
      action: { label: t('removal.restore'), onSelect: restore },
    });
  }, [removal, t, toast]);
}

/** Sets the editor flags for optional features of this installation and for the user's permission. */
function useOffers({ permission }: Composition): void {
  const { canReimagine, canInvite } = useEditor();
  const isOffered = useConfig()?.reimagine === true;
  useEffect(() => {
    canReimagine.value = isOffered;
  }, [canReimagine, isOffered]);
  useEffect(() => {
    canInvite.value = permission === 'admin';
  }, [canInvite, permission]);
}
