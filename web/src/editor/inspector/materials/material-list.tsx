import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { deleteMaterial } from '../../commands/materials.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import shared from '../fields.module.css';
import { MaterialValues } from '../material-values.tsx';
import { MaterialGrid } from './material-grid.tsx';

/** All materials of the scene, edited for all their uses. */
export function MaterialList() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const materials = useScene((scene) => scene.materials);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <MaterialGrid
        label={t('materials.scene')}
        chosen={open}
        onChoose={(id) => setOpen((before) => (before === id ? null : id))}
      />
      {open !== null && Object.hasOwn(materials, open) && (
        <>
          <MaterialValues key={open} id={open} />
          <div className={shared.buttons}>
            <Button
              size="small"
              icon={<Trash2 size={14} aria-hidden="true" />}
              disabled={isReadOnly}
              onClick={() => deleteMaterial(editor, open)}
            >
              {t('materials.delete')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
