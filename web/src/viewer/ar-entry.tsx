import { useRef } from 'react';
import arIcon from './ar.svg';
import { type ArScene, arLink, detectArDevice, isLoopback, quickLookUrl } from './ar.ts';
import { Icon } from './icon.tsx';
import type { Words } from './language.ts';
import type { PublicScene } from './public-scene.ts';

type ArEntryProps = { scene: PublicScene; words: Words };

/** The way into AR: a link on devices that have it, elsewhere a panel with the files and the address. */
export function ArEntry({ scene, words }: ArEntryProps) {
  const panel = useRef<HTMLDialogElement>(null);
  const device = detectArDevice();
  const ar = arSceneOf(scene);
  const link = arLink(device, ar);

  if (ar.glb === null && ar.usdz === null) {
    return null;
  }
  if (link !== null) {
    return (
      <div className="viewer-button is-primary is-ar">
        {/* Quick Look opens only from a link that holds an image and nothing else. */}
        <a href={link} rel={device === 'ios' ? 'ar' : undefined}>
          <img src={arIcon} alt={words('ar')} width="20" height="20" />
        </a>
        <span aria-hidden="true">{words('ar')}</span>
      </div>
    );
  }
  return (
    <>
      <button type="button" className="viewer-button is-primary" onClick={() => panel.current?.showModal()}>
        <img src={arIcon} alt="" width="20" height="20" />
        {words('ar')}
      </button>
      <dialog className="viewer-panel" ref={panel} aria-labelledby="ar-title">
        <header>
          <h2 id="ar-title">{words('ar.title')}</h2>
          <button
            type="button"
            className="viewer-icon"
            aria-label={words('close')}
            onClick={() => panel.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        <p>{words('ar.intro')}</p>
        <AddressField url={ar.pageUrl} words={words} />
        {isLoopback(ar.pageUrl) && <p className="viewer-hint">{words('ar.loopback')}</p>}
        <div className="viewer-downloads">
          <Download href={quickLookUrl({ ...ar, fixedScale: false })} label={words('ar.usdz')} />
          <Download href={ar.glb} label={words('ar.glb')} />
        </div>
      </dialog>
    </>
  );
}

function AddressField({ url, words }: { url: string; words: Words }) {
  const field = useRef<HTMLInputElement>(null);
  const copied = useRef<HTMLSpanElement>(null);

  const handleCopy = async () => {
    field.current?.select();
    // The clipboard is there on https and localhost only; elsewhere the address is selected for copying by hand.
    await navigator.clipboard?.writeText(url);
    if (copied.current && navigator.clipboard) {
      copied.current.textContent = words('ar.copied');
    }
  };

  return (
    <div className="viewer-address">
      <input ref={field} readOnly value={url} aria-label={words('ar.address')} />
      <button type="button" className="viewer-button" onClick={handleCopy}>
        <span ref={copied} aria-live="polite">
          {words('ar.copy')}
        </span>
      </button>
    </div>
  );
}

function Download({ href, label }: { href: string | null; label: string }) {
  return href === null ? null : (
    <a className="viewer-button" href={href} download>
      {label}
    </a>
  );
}

function arSceneOf({ name, output, sharing, uuid }: PublicScene): ArScene {
  return {
    name,
    glb: output.glb,
    glbMobile: output.glbMobile,
    usdz: output.usdz,
    pageUrl: `${location.origin}/view/${uuid}`,
    fixedScale: sharing.arFixedScale,
    placement: sharing.arPlacement,
  };
}
