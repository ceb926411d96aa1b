import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { MAX_ANNOTATION_IMAGE_BYTES } from '@diorama/shared/plans.ts';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useWords } from '../../hooks/use-words.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];

/** A small picture that goes with a text: as it is, and ways to choose another one or none. */
export function PictureControl(props: FieldProps<'picture'>) {
  const { label, values, isDisabled } = props;
  const { t } = useWords();
  const { sceneId } = useEditorSession();
  const { upload } = useApi();
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const value = common(values);
  const iri = typeof value === 'string' ? value : null;
  const url = usePictureUrl(iri);
  const { isBusy, submit } = useSubmit(
    async (file: File) => {
      setTrouble(null);
      const isGood = TYPES.includes(file.type) && file.size <= MAX_ANNOTATION_IMAGE_BYTES;
      if (!isGood) {
        setTrouble(t('field.image.wrong'));
        return;
      }
      const fields = { type: ASSET_TYPE.texture, composition: sceneId, uploadType: 'annotation' } as const;
      const asset = await upload(file, fields);
      setValue(props, asset['@id']);
    },
    (error) => setTrouble(errorText(error)),
  );
  return (
    <>
      <Row label={label}>
        <div className={classes.buttons}>
          <Button
            size="small"
            isLoading={isBusy}
            disabled={isDisabled}
            onClick={() => input.current?.click()}
          >
            {t(iri ? 'field.image.change' : 'field.image.choose')}
          </Button>
          {iri && (
            <Button size="small" variant="ghost" disabled={isDisabled} onClick={() => setValue(props, null)}>
              {t('field.image.remove')}
            </Button>
          )}
        </div>
      </Row>
      {url && <img className={classes.picture} src={url} alt="" />}
      {trouble && (
        <p className={classes.note} role="alert">
          {trouble}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={TYPES.join()}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) {
            submit(file);
          }
          // The same file again is a choice too.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Where a picture of the scene is found; null until it is known, and for one that is gone. */
function usePictureUrl(iri: string | null): string | null {
  const { assets } = useEditorSession();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setUrl(null);
    if (iri !== null) {
      // One that cannot be had shows nothing, which its absence says.
      assets.addressOf(iri).then(
        (found) => isCurrent && setUrl(found?.url ?? null),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [iri, assets]);
  return url;
}
