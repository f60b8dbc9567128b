import type { ReactNode } from "react";

/** A page that only says something: a large figure, a title, a line and what to do next. */
export function MessagePage({
  figure,
  title,
  children,
  action,
}: {
  figure?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="frame grid min-h-[55dvh] place-content-center justify-items-center gap-3 py-16 text-center">
      {figure ? <p className="tabular font-bold text-6xl text-faint">{figure}</p> : null}
      <h1 className="font-bold text-xl lg:text-2xl">{title}</h1>
      {children ? <div className="max-w-lg text-muted">{children}</div> : null}
      {action ? <div className="mt-4">{action}</div> : null}
    </div>
  );
}
