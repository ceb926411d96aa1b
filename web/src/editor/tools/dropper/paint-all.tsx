import { Button } from '../../../components/button/button.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useIsTouch } from '../../hooks/use-media.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { usesOf } from '../../queries/assigned-material.ts';
import { ToolBar } from '../tool-bar.tsx';
import type { DropperTool } from './dropper-tool.ts';
import { PickedColorCard } from './picked-color.tsx';
import classes from './swatch.module.css';
import { useDropperTool } from './use-dropper-tool.ts';
import { useFileReader } from './use-file-reader.ts';

/** Offers to paint all surfaces with the former material; on touch devices it shows the picked material. */
export function PaintAll() {
  const tool = useDropperTool();
  return tool && <Bar tool={tool} />;
}

function Bar({ tool }: { tool: DropperTool }) {
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
          <Button size="small" onClick={() => tool.putDown()}>
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
