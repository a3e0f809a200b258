type Processor = { applyAnchor(mark: unknown, base: unknown, index: number): void };
/** Part of fontkit's font that its types lack. Fonts without tables of positions have no processor. */
type ShapedFont = { _layoutEngine?: { engine?: { GPOSProcessor?: Processor | null } } };

/**
 * Leaves a mark where it is if its base has no anchor for it, as other programs do. fontkit 2.0.4 throws instead, so a Khmer name such as
 * ភ្នំពេញ (Phnom Penh) would end every document of its buyer.
 */
export function skipMissingAnchors(font: object): void {
  const processor = (font as ShapedFont)._layoutEngine?.engine?.GPOSProcessor;
  if (!processor || Object.hasOwn(processor, 'applyAnchor')) return;
  const { applyAnchor } = processor;
  processor.applyAnchor = (mark, base, index) => {
    if (base) applyAnchor.call(processor, mark, base, index);
  };
}
