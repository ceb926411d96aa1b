import type { Composition } from '@diorama/shared/contract/compositions.ts';
import { useEffect } from 'react';
import { useToast } from '../components/toast/toast.tsx';
import { useConfig } from '../hooks/use-config.ts';
import { useEditor } from './hooks/use-editor.tsx';
import { useForeignFiles } from './hooks/use-foreign-files.ts';
import { useStore } from './hooks/use-store.ts';
import { useWords } from './hooks/use-words.ts';
import { CommentNews } from './tools/comment/comment-news.tsx';

/** What the person and the editor are told of while a scene is there: nothing that the first frame needs, or that is drawn. */
export function RoomNotes({ scene, isOpen }: { scene: Composition; isOpen: boolean }) {
  useOffers(scene);
  useTold();
  useRemovals();
  useForeignFiles();
  return isOpen && <CommentNews />;
}

/** Says why an edit was taken back. */
function useTold(): void {
  const told = useStore(useEditor().ui.told);
  const { t } = useWords();
  const toast = useToast();
  useEffect(() => {
    if (told) {
      toast({ kind: 'warning', text: t(told.what, { name: '', ...told.params }) });
    }
  }, [told, t, toast]);
}

/** Tells of what somebody else deleted while this person worked on it, and offers to put it back. */
function useRemovals(): void {
  const { removals } = useEditor();
  const removal = useStore(removals.last);
  const { t } = useWords();
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

/** Tells the editor what this installation offers beside what every one does, and what the person may with the scene. */
function useOffers({ permission }: Composition): void {
  const { canReimagine, canInvite } = useEditor();
  const isOffered = useConfig()?.reimagine === true;
  useEffect(() => canReimagine.set(isOffered), [canReimagine, isOffered]);
  useEffect(() => canInvite.set(permission === 'admin'), [canInvite, permission]);
}
