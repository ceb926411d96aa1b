import { type Material, material as materialSchema } from '@diorama/shared/scene/material.ts';
import { useId, useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Form } from '../../components/field/form.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useT } from '../../hooks/use-language.tsx';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';
import type { LibraryThing } from '../../library/use-library.ts';
import { MaterialFields } from './material-fields.tsx';
import { bodyOf, isAddress, SAID_DEFAULTS, type Said, SaidFields } from './said-fields.tsx';
import classes from './upload-library.module.css';

/** Edits a public library item; without one, creates a material. */
export function ItemDialog({
  shelf,
  thing,
  onClose,
  onSaved,
}: {
  shelf: 'models' | 'materials';
  thing: LibraryThing | null;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useT();
  const words = useLibraryWords();
  const formId = useId();
  const toast = useToast();
  const tellError = useTellError();
  const [name, setName] = useState(thing?.name ?? '');
  const [description, setDescription] = useState(thing?.description ?? '');
  const [said, setSaid] = useState<Said>(thing ? saidOf(thing) : SAID_DEFAULTS);
  const [material, setMaterial] = useState<Material>(() => materialOf(thing));
  const [isNameMissing, setIsNameMissing] = useState(false);
  const save = useSave(shelf, thing);
  const { isBusy, submit } = useSubmit(async () => {
    await save({
      ...bodyOf(said),
      name: name.trim(),
      description: description.trim() || null,
      ...(shelf === 'materials' && { material: { ...material, name: name.trim() } }),
    });
    toast({ kind: 'success', text: words.t('upload.saved') });
    onSaved();
    onClose();
  }, tellError);
  return (
    <Modal
      size="large"
      title={words.t(thing ? 'upload.edit.title' : 'upload.new')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isLoading={isBusy}>
            {thing ? t('common.save') : words.t('upload.create')}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={classes.form}
        onSubmit={() => {
          setIsNameMissing(name.trim() === '');
          if (name.trim() !== '' && isAddress(said.url)) {
            submit();
          }
        }}
      >
        <TextField
          label={words.t('upload.name')}
          value={name}
          maxLength={120}
          autoComplete="off"
          error={isNameMissing && name.trim() === '' ? t('field.required') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={words.t('upload.description')}
          value={description}
          maxLength={2_000}
          autoComplete="off"
          onChange={(event) => setDescription(event.target.value)}
        />
        <SaidFields shelf={shelf} said={said} onChange={setSaid} />
        {shelf === 'materials' && <MaterialFields material={material} onChange={setMaterial} />}
      </Form>
    </Modal>
  );
}

type Body = ReturnType<typeof bodyOf> & { name: string; description: string | null; material?: Material };

function useSave(shelf: 'models' | 'materials', thing: LibraryThing | null): (body: Body) => Promise<void> {
  const { client } = useApi();
  return async (body) => {
    if (thing === null) {
      await client.call('createLibraryItem', { params: { shelf }, body: { ...body, isShared: true } });
      return;
    }
    // An unchanged name keeps its translations.
    const { name, ...rest } = body;
    await client.call('patchLibraryItem', {
      params: { shelf, id: thing.uuid },
      body: name === thing.name ? rest : body,
    });
  };
}

function saidOf({ category, tags = [], credit, isPublished = true }: LibraryThing): Said {
  return {
    category: category ? category.slice(category.lastIndexOf('/') + 1) : null,
    tags: tags.join(', '),
    author: credit?.author ?? '',
    licence: credit?.licence ?? '',
    url: credit?.url ?? '',
    isPublished,
  };
}

function materialOf(thing: LibraryThing | null): Material {
  const parsed = materialSchema.safeParse(thing?.material ?? {});
  return parsed.success ? parsed.data : materialSchema.parse({});
}
