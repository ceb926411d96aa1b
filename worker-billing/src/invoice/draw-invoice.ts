import { fileURLToPath } from 'node:url';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { formatDate, formatMoney, formatPercent } from '@diorama/shared/i18n/format.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import { chooseLanguage, type Language } from '@diorama/shared/i18n/t.ts';
import type { InvoiceRecord } from '@diorama/shared/server/billing/invoices.queries.ts';
import type { Seller } from '@diorama/shared/server/runtime/env.ts';
import PDFDocument from 'pdfkit';

const translations = await loadTranslations('server/invoice');

/** The lines of an invoice and the sums below them, in cents. */
type InvoiceSum = {
  lines: { text: string; cents: number }[];
  sums: { text: string; cents: number; isTotal: boolean }[];
};

const YEAR_MONTHS = 12;

/** Files of the typeface; archives of invoices (PDF/A) need every font embedded. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek'] as const;

type Subset = (typeof SUBSETS)[number];

const LETTERS: Record<Subset, RegExp> = {
  latin: /[\u0020-\u00FF\u2013\u2014\u2018-\u201E\u2022\u2026\u20AC\u2122]/,
  'latin-ext': /[\u0100-\u02BA\u1E00-\u1EFF\u20A0-\u20C0]/,
  cyrillic: /[\u0400-\u045F\u0490-\u0491\u04B0-\u04B1\u2116]/,
  greek: /[\u0370-\u03FF]/,
};

const WEIGHTS = { regular: 400, bold: 600 } as const;

type Weight = keyof typeof WEIGHTS;

/** A piece of text in one font. */
type FontRun = { font: string; text: string };

/** Page width and margin in points; A4 is 595 × 842. */
const PAGE = { width: 595, margin: 56 } as const;
const RIGHT = PAGE.width - PAGE.margin;
const COLUMN = 200;
const SIZE = { title: 24, text: 10, small: 8.5, total: 13 } as const;
const INK = { text: '#14161a', soft: '#5b6270', line: '#d9dce2', primary: '#1D6AE7' } as const;
const ROW = 24;
const LINE = 15;
const GAP = 12;
/** More lines than fit above the table are left out. */
const MOST_LINES = 7;
/** The mark of the product, 24 by 24. */
const LOGO = [
  { path: 'M12 2.5 21 7.25v9.5l-9 4.75-9-4.75v-9.5z', color: INK.primary },
  { path: 'm3 7.25 9 4.75v9.5l-9-4.75z', color: '#1552B5' },
  { path: 'm12 12 9-4.75L12 2.5 3 7.25z', color: '#6FA3F5' },
  { path: 'm12 6 4.2 2.2v4.4L12 14.8l-4.2-2.2V8.2z', color: '#FFFFFF' },
] as const;

/**
 * Draws an invoice or credit note as a PDF in the recipient's language. The same invoice gives the same
 * bytes.
 */
export async function drawInvoice(invoice: InvoiceRecord, seller: Seller): Promise<Buffer> {
  const language = chooseLanguage([invoice.details.language]);
  const words = translations[language];
  const document = new PDFDocument({
    size: 'A4',
    margin: PAGE.margin,
    lang: language,
    pdfVersion: '1.7',
    // Archives take it, and readers for the blind find its order.
    subset: 'PDF/A-3b',
    tagged: true,
    font: bodyFont(),
    info: {
      Title: `${words(invoice.kind)} ${invoice.number}`,
      Author: seller.name ?? 'Diorama',
      CreationDate: new Date(invoice.created_at),
      ModDate: new Date(invoice.created_at),
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  for (const { name, path } of fontFiles()) {
    document.registerFont(name, path);
  }
  const pen = createPen(document);
  drawHead(pen, invoice, words, formatDate(language, invoice.created_at, 'UTC'));
  drawParty(pen, { x: PAGE.margin, title: words('from'), lines: sellerLines(seller, words) });
  drawParty(pen, { x: PAGE.width / 2, title: words('to'), lines: payerLines(invoice, words) });
  const money = (cents: number) => formatMoney(language, cents, invoice.currency);
  const below = drawTable(pen, invoiceLines(invoice, language, seller.taxRate), words, money);
  pen.write(words(invoice.kind === 'invoice' ? 'paid' : 'returned'), {
    x: PAGE.margin,
    y: below + ROW,
    color: INK.soft,
  });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Key of a label. */
type InvoiceKey = keyof Messages<'server/invoice'>;

type Words = (label: InvoiceKey) => string;
type Style = {
  x: number;
  y: number;
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  /** Right edge at which the text is cut. */
  right?: number;
};
type Pen = ReturnType<typeof createPen>;

/** Writes single lines, each letter in the font that contains it, and truncates them at the page margin. */
function createPen(document: PDFKit.PDFDocument) {
  const widthOf = (text: string, weight: Weight, size: number) =>
    fontRuns(text, weight).reduce(
      (sum, run) => sum + document.font(run.font).fontSize(size).widthOfString(run.text),
      0,
    );
  const fit = (text: string, weight: Weight, size: number, width: number) => {
    if (widthOf(text, weight, size) <= width) {
      return text;
    }
    const letters = [...text];
    const cut = (count: number) => `${letters.slice(0, count).join('')}…`;
    // A binary search, as measuring a long text takes milliseconds.
    let [fits, tooLong] = [0, letters.length];
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2);
      if (widthOf(cut(middle), weight, size) <= width) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return cut(fits);
  };
  return {
    write: (given: string, style: Style): void => {
      const {
        x,
        y,
        size = SIZE.text,
        weight = 'regular',
        color = INK.text,
        align = 'left',
        right = RIGHT,
      } = style;
      const text = fit(given, weight, size, align === 'right' ? x - PAGE.margin : right - x);
      let left = align === 'right' ? x - widthOf(text, weight, size) : x;
      for (const run of fontRuns(text, weight)) {
        document
          .font(run.font)
          .fontSize(size)
          .fillColor(color)
          .text(run.text, left, y + size, { lineBreak: false, baseline: 'alphabetic' });
        left += document.widthOfString(run.text);
      }
    },
    rule: (y: number): void => {
      document.moveTo(PAGE.margin, y).lineTo(RIGHT, y).lineWidth(1).strokeColor(INK.line).stroke();
    },
    mark: (): void => {
      document.save().translate(PAGE.margin, PAGE.margin);
      for (const { path, color } of LOGO) {
        document.path(path).fill(color);
      }
      document.restore();
    },
  };
}

function drawHead(pen: Pen, invoice: InvoiceRecord, words: Words, date: string): void {
  const { details } = invoice;
  pen.mark();
  pen.write('Diorama', { x: PAGE.margin + 32, y: PAGE.margin + 3, size: 15, weight: 'bold' });
  pen.write(words(invoice.kind), { x: PAGE.margin, y: 120, size: SIZE.title, weight: 'bold' });
  const facts: [InvoiceKey, string | null][] = [
    ['number', invoice.number],
    ['date', date],
    ['transaction', invoice.transaction_id],
    ['corrects', details.corrects],
  ];
  const entries = facts.filter((fact): fact is [InvoiceKey, string] => fact[1] !== null);
  entries.forEach(([word, value], index) => {
    const y = 172 + index * LINE;
    pen.write(words(word), { x: PAGE.margin, y, color: INK.soft });
    pen.write(value, { x: PAGE.margin + 90, y });
  });
}

function drawParty(pen: Pen, { x, title, lines }: { x: number; title: string; lines: string[] }): void {
  const right = x + PAGE.width / 2 - PAGE.margin - GAP;
  pen.write(title, { x, y: 252, size: SIZE.small, color: INK.soft });
  lines.slice(0, MOST_LINES).forEach((line, index) => {
    pen.write(line, { x, right, y: 267 + index * LINE, weight: index === 0 ? 'bold' : 'regular' });
  });
}

/** Who the invoice is from. */
export function sellerLines({ name, address, taxId, email }: Seller, words: Words): string[] {
  const id = taxId === null ? null : `${words('legalId')}: ${taxId}`;
  return [name ?? 'Diorama', ...address, id, email].filter(
    (line): line is string => line !== null && line !== '',
  );
}

/** The recipient's address: the billing details of that time, or the workspace. */
function payerLines(invoice: InvoiceRecord, words: Words): string[] {
  const { billing, workspace } = invoice.details;
  const place = [billing?.postalCode, billing?.city, billing?.state].filter(Boolean).join(' ');
  const legalId = billing?.legalId ? `${words('legalId')}: ${billing.legalId}` : null;
  return [
    billing?.name || workspace,
    billing?.addressLine1,
    place,
    countryName(billing?.country ?? null, invoice.details.language),
    legalId,
    billing?.email || invoice.details.ownerEmail,
  ].filter((line): line is string => typeof line === 'string' && line !== '');
}

function countryName(code: string | null, language: string): string | null {
  const names = new Intl.DisplayNames([chooseLanguage([language])], { type: 'region' });
  return code === null ? null : (names.of(code) ?? code);
}

function drawTable(
  pen: Pen,
  { lines, sums }: InvoiceSum,
  words: Words,
  money: (cents: number) => string,
): number {
  let y = 380;
  pen.write(words('description'), { x: PAGE.margin, y, size: SIZE.small, color: INK.soft });
  pen.write(words('amount'), { x: RIGHT, y, size: SIZE.small, color: INK.soft, align: 'right' });
  pen.rule(y + 16);
  y += ROW;
  for (const line of lines) {
    pen.write(line.text, { x: PAGE.margin, y });
    pen.write(money(line.cents), { x: RIGHT, y, align: 'right' });
    y += ROW;
  }
  pen.rule(y - 4);
  y += 8;
  for (const sum of sums) {
    const style = sum.isTotal ? ({ weight: 'bold', size: SIZE.total } as const) : { color: INK.soft };
    pen.write(sum.text, { x: RIGHT - COLUMN, y, ...style });
    pen.write(money(sum.cents), { x: RIGHT, y, align: 'right', ...style });
    y += ROW;
  }
  return y;
}

/** Splits a text where another font is needed. Characters that no font has become question marks. */
export function fontRuns(text: string, weight: Weight): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of text) {
    const subset = SUBSETS.find((name) => LETTERS[name].test(letter));
    const font = fontName(subset ?? 'latin', weight);
    const written = subset === undefined ? '?' : letter;
    const last = runs.at(-1);
    if (last?.font === font) {
      last.text += written;
    } else {
      runs.push({ font, text: written });
    }
  }
  return runs;
}

/** Every embedded font file, by the name used in runs. */
function fontFiles(): { name: string; path: string }[] {
  return SUBSETS.flatMap((subset) =>
    (Object.keys(WEIGHTS) as Weight[]).map((weight) => ({
      name: fontName(subset, weight),
      path: fileURLToPath(
        import.meta.resolve(`@fontsource/inter/files/inter-${subset}-${WEIGHTS[weight]}-normal.woff`),
      ),
    })),
  );
}

/** The file of the font for common text. */
function bodyFont(): string {
  return fileURLToPath(import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));
}

function fontName(subset: Subset, weight: Weight): string {
  return `${subset}-${weight}`;
}

/**
 * The lines of an invoice or credit note; they add up to its total.
 * @param taxRate - per cent that the total includes; null shows no tax
 */
export function invoiceLines(invoice: InvoiceRecord, language: Language, taxRate: number | null): InvoiceSum {
  const { details, kind } = invoice;
  const words = translations[language];
  const cycle = words(details.months === YEAR_MONTHS ? 'yearly' : 'monthly');
  const date = (time: string) => formatDate(language, time, 'UTC');
  const period = details.period ? `, ${date(details.period.from)} – ${date(details.period.until)}` : '';
  const product = `Diorama ${details.plan}, ${cycle}${period}`;
  const tax = taxRate === null ? 0 : Math.round((details.total * taxRate) / (100 + taxRate));
  const lines =
    kind === 'credit-note'
      ? [{ text: `${words('refund')}: ${product}`, cents: details.total }]
      : [
          { text: product, cents: details.amount },
          ...(details.discount > 0 ? [{ text: discountText(invoice, words), cents: -details.discount }] : []),
          ...(details.credit > 0 ? [{ text: words('credit'), cents: -details.credit }] : []),
        ];
  return {
    lines,
    sums: [
      ...(taxRate === null
        ? []
        : [
            { text: words('subtotal'), cents: details.total - tax, isTotal: false },
            {
              text: `${words('tax')}, ${formatPercent(language, taxRate / 100)}`,
              cents: tax,
              isTotal: false,
            },
          ]),
      { text: words('total'), cents: details.total, isTotal: true },
    ],
  };
}

function discountText({ details: { code } }: InvoiceRecord, words: Words): string {
  return code ? `${words('code')} ${code}` : words('discount');
}
