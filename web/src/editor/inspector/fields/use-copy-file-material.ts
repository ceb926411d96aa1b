import { useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { copyFileMaterial } from '../../commands/file-materials.ts';
import { useFileMeans } from '../../hooks/use-file-means.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import { useWords } from '../../hooks/use-words.ts';

type Slot = Parameters<typeof copyFileMaterial>[1];

/** Copies a file's material into the scene for editing; reports errors. */
export function useCopyFileMaterial(): { isBusy: boolean; run: (slot: Slot) => void } {
  const means = useFileMeans();
  const { t } = useWords();
  const toast = useToast();
  const unreadText = useUnreadText();
  const [isBusy, setIsBusy] = useState(false);
  const run = (slot: Slot) => {
    setIsBusy(true);
    copyFileMaterial(means, slot)
      .then((made) => made === null && toast({ kind: 'warning', text: t('slot.gone') }))
      .catch((error: unknown) => toast({ kind: 'error', text: unreadText(error) }))
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
