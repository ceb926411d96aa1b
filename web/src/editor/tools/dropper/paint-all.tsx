import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { findFileMaterial } from '../../commands/file-materials.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useFileContext } from '../../hooks/use-file-context.ts';
import { useIsTouch } from '../../hooks/use-media.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useUnreadText } from '../../hooks/use-unread-text.ts';
import { usesOf } from '../../queries/assigned-material.ts';
import { ToolBar } from '../tool-bar.tsx';
import type { DropperTool } from './dropper-tool.ts';
import { PickedColorCard } from './picked-color.tsx';
import type { FileSlot } from './picked-surface.ts';
import classes from './swatch.module.css';

/** Offers to paint all surfaces with the former material; on touch devices it shows the picked material. */
export function PaintAll({ tool }: { tool: DropperTool }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const { materials } = useSignalValue(editor.scene.document);
  const painted = useSignalValue(tool.painted);
  const isTouch = useIsTouch();
  useFileReader(tool);
  const hand = useSignalValue(tool.hand);
  const held = isTouch ? hand : null;
  const count = painted ? usesOf(editor, painted.before).length : 0;
  if (!held && count === 0) {
    return null;
  }
  const name = materials[painted?.before ?? '']?.name || t('material.name');
  return (
    <ToolBar label={t('tool.dropper')}>
      {held && (
        <>
          <PickedColorCard seen={held} />
          <Button size="small" onClick={() => tool.dropMaterial()}>
            {t('dropper.putDown')}
          </Button>
        </>
      )}
      {count > 0 && (
        <Button size="small" className={classes.offer} onClick={() => tool.paintAll()}>
          <span>{count === 1 ? t('dropper.other', { name }) : t('dropper.others', { name, count })}</span>
        </Button>
      )}
    </ToolBar>
  );
}

/** Sets the dropper's file reader, and reports materials that cannot be read. */
function useFileReader(tool: DropperTool): void {
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
