// What the drawings of a game are made of. Only what is used of it is laid out; patterns and clips work only where they are.
export const Symbols = ({ drawings, paints = "" }: { drawings: string; paints?: string }) => (
  <>
    <svg class="sprite" display="none" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawings }} />
    {paints && <svg class="sr paints" aria-hidden="true" dangerouslySetInnerHTML={{ __html: paints }} />}
  </>
);
