import { Button } from '../../../components/button/button.tsx';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useStore } from '../../hooks/use-store.ts';
import { useWords } from '../../hooks/use-words.ts';
import { usesOf } from '../../queries/count-uses.ts';
import { ToolBar } from '../tool-bar.tsx';
import type { DropperTool } from './dropper-tool.ts';
import { useDropperTool } from './use-dropper-tool.ts';

/** Offers to paint all others that look as the last painted thing did. */
export function PaintAll() {
  const tool = useDropperTool();
  return tool && <Offer tool={tool} />;
}

function Offer({ tool }: { tool: DropperTool }) {
  const editor = useEditor();
  const { t } = useWords();
  const { materials } = useStore(editor.scene);
  const painted = useStore(tool.painted);
  const count = painted ? usesOf(editor, painted.before).length : 0;
  if (!painted || count === 0) {
    return null;
  }
  const name = materials[painted.before]?.name || t('material.name');
  return (
    <ToolBar label={t('tool.dropper')}>
      <Button size="small" onClick={() => tool.paintAll()}>
        {count === 1 ? t('dropper.other', { name }) : t('dropper.others', { name, count })}
      </Button>
    </ToolBar>
  );
}
