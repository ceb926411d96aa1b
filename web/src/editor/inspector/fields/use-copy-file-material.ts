import { useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { copyFileMaterial } from '../../commands/file-materials.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFileContext } from '../../hooks/use-file-context.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';

type Slot = Parameters<typeof copyFileMaterial>[1];

/** Copies a file's material into the scene for editing; reports errors. */
export function useCopyFileMaterial(): { isBusy: boolean; run: (slot: Slot) => void } {
  const context = useFileContext();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const unreadText = useUnreadText();
  const [isBusy, setIsBusy] = useState(false);
  const run = (slot: Slot) => {
    setIsBusy(true);
    copyFileMaterial(context, slot)
      .then((made) => made === null && toast({ kind: 'warning', text: t('slot.gone') }))
      .catch((error: unknown) => toast({ kind: 'error', text: unreadText(error) }))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
