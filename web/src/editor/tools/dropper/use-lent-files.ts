import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { findInFile } from '../../commands/file-materials.ts';
import { useFileMeans } from '../../hooks/use-file-means.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import { useWords } from '../../hooks/use-words.ts';
import type { DropperTool } from './dropper-tool.ts';
import type { FileSlot } from './found.ts';

/** Sets the dropper's file reader, and reports materials that cannot be read. */
export function useLentFiles(tool: DropperTool): void {
  const means = useFileMeans();
  const { t } = useWords();
  const toast = useToast();
  const unreadText = useUnreadText();
  const tellUnsent = useEffectEvent((error: unknown) => {
    toast({ kind: 'error', text: unreadText(error) });
  });
  const read = useEffectEvent(async (file: FileSlot) => {
    try {
      const material = await findInFile(means, file);
      if (!material) {
        toast({ kind: 'warning', text: t('slot.gone') });
      }
      return material;
    } catch (error) {
      tellUnsent(error);
      return null;
    }
  });
  useEffect(() => {
    tool.readFileMaterial = (file) => read(file);
    tool.tellUnsent = (error) => tellUnsent(error);
  }, [tool]);
}
