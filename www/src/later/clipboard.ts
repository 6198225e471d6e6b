// How a text leaves the page: by the clipboard, or as a file.

/** Puts a text on the clipboard, and says whether it is there. Beside `near` there is a place for what must be selected. */
export async function copied(text: Promise<Blob>, near: HTMLElement | DocumentFragment): Promise<boolean> {
  // The browser looks at it too late for one that fails at once.
  text.catch(() => undefined);
  try {
    // Asked for before the text is there: a browser allows it for a moment after a press only.
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return copiedBySelection(await (await text).text(), near);
  }
}

/** Where there is no clipboard to write to, or the page may not. */
function copiedBySelection(text: string, near: HTMLElement | DocumentFragment): boolean {
  const { activeElement } = near.getRootNode() as Document | ShadowRoot;
  const area = document.createElement("textarea");
  area.className = "for-readers";
  area.value = text;
  near.append(area);
  area.select();
  area.focus();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}

/** Saves a text as a file. */
export function saved(text: Blob, name: string) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(text);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
