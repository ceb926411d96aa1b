import { useEffect, useEffectEvent } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { findFileMaterial } from '../../commands/file-materials.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFileContext } from '../../hooks/use-file-context.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import type { DropperTool } from './dropper-tool.ts';
import type { FileSlot } from './picked-surface.ts';

/** Sets the dropper's file reader, and reports materials that cannot be read. */
export function useFileReader(tool: DropperTool): void {
  const context = useFileContext();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const unreadText = useUnreadText();
  const reportUnsent = useEffectEvent((error: unknown) => {
    toast({ kind: 'error', text: unreadText(error) });
  });
  const read = useEffectEvent(async (file: FileSlot) => {
    try {
      const material = await findFileMaterial(context, file);
      if (!material) {
        toast({ kind: 'warning', text: t('slot.gone') });
      }
      return material;
    } catch (error) {
      reportUnsent(error);
      return null;
    }
  });
  useEffect(() => {
    tool.readFileMaterial = (file) => read(file);
    tool.reportUnsent = (error) => reportUnsent(error);
  }, [tool]);
}
