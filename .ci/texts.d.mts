export const texts: {
  readonly name: string;
  readonly enforce: "pre";
  readonly load: {
    readonly filter: { readonly id: RegExp };
    handler(id: string): { code: string; moduleType: "js" };
  };
};
