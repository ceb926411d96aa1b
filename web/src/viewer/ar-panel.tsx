import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { type ArScene, arAddress, isLoopbackUrl, quickLookUrl, safariUrl } from './ar.ts';
import { ActionIcon } from './icon-action.tsx';
import type { PageTranslate } from './page-language.ts';
import './viewer-panel.css';
import { fetchCode } from '../fetch-code.ts';

type ArPanelProps = {
  ref: Ref<HTMLDialogElement>;
  ar: ArScene;
  watermark: string | null;
  isOpen: boolean;
  t: PageTranslate;
  onClose: () => void;
};

/** Panel for devices without AR: a QR code for a phone, the address, and the files. */
export function ArPanel({ ref, ar, watermark, isOpen, t, onClose }: ArPanelProps) {
  const address = arAddress(ar.pageUrl);
  const code = useQrPicture(address, isOpen);
  return (
    <Panel ref={ref} title={t('ar.title')} t={t} onClose={onClose}>
      <p>{t('ar.intro')}</p>
      <div className="viewer-code">
        {code !== null && <img src={code} alt={t('ar.code')} width="200" height="200" />}
        {watermark !== null && <img className="viewer-watermark" src={watermark} alt="" />}
      </div>
      <AddressField url={address} t={t} />
      {isLoopbackUrl(ar.pageUrl) && <p className="viewer-hint">{t('ar.loopback')}</p>}
      <div className="viewer-downloads">
        <Download href={quickLookUrl({ ...ar, fixedScale: false })} label={t('ar.usdz')} />
        <Download href={ar.glb} label={t('ar.glb')} />
      </div>
    </Panel>
  );
}

/** Panel for browsers inside iPhone apps, which have no Quick Look: the way to Safari, which has. */
export function SafariPanel({ ref, ar, t }: { ref: Ref<HTMLDialogElement>; ar: ArScene; t: PageTranslate }) {
  const address = arAddress(ar.pageUrl);
  return (
    <Panel ref={ref} title={t('ar.safari.title')} t={t}>
      <p>{t('ar.safari.text')}</p>
      <div className="viewer-downloads">
        <a className="viewer-button is-primary" href={safariUrl(address)}>
          {t('ar.safari.open')}
        </a>
      </div>
      <p className="viewer-alternative">{t('ar.safari.copy')}</p>
      <AddressField url={address} t={t} />
    </Panel>
  );
}

type PanelProps = {
  ref: Ref<HTMLDialogElement>;
  title: string;
  t: PageTranslate;
  onClose?: () => void;
  children: ReactNode;
};

function Panel({ ref, title, t, onClose, children }: PanelProps) {
  return (
    <dialog className="viewer-panel" ref={ref} aria-labelledby="ar-title" onClose={onClose}>
      <header>
        <h2 id="ar-title">{title}</h2>
        <form method="dialog">
          <button type="submit" className="viewer-icon" aria-label={t('close')}>
            <ActionIcon name="close" />
          </button>
        </form>
      </header>
      {children}
    </dialog>
  );
}

function AddressField({ url, t }: { url: string; t: PageTranslate }) {
  const field = useRef<HTMLInputElement>(null);
  const copied = useRef<HTMLSpanElement>(null);

  const handleCopy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // The clipboard exists on https and localhost only, and may refuse; the selected address can be copied by hand.
      return;
    }
    if (copied.current) {
      copied.current.textContent = t('ar.copied');
    }
  };

  return (
    <div className="viewer-address">
      <input className="viewer-field" ref={field} readOnly value={url} aria-label={t('ar.address')} />
      <button type="button" className="viewer-button" onClick={handleCopy}>
        <span ref={copied} aria-live="polite">
          {t('ar.copy')}
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

/** QR code of an address once it is requested; null until then, or if its code cannot be fetched. */
function useQrPicture(address: string, isWanted: boolean): string | null {
  const [picture, setPicture] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = isWanted;
    if (isWanted) {
      fetchCode(() => import('./ar-qr.ts')).then(
        ({ qrPicture }) => {
          if (isCurrent) {
            setPicture(qrPicture(address));
          }
        },
        // The address is shown beside it.
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [address, isWanted]);

  return picture;
}
