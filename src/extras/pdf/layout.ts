/**
 * The layout in Typst, based on the page's element names and classes. The page is passed as data (`sys.inputs`), and
 * there is no `eval` or `include`, so text from a document is never read as Typst. Element names are those used in
 * src/render/html.
 */
export const layout = String.raw`
#let page-data = json(bytes(sys.inputs.page))
#let blue = rgb("#1d4e6b")
#let grey = rgb("#52606a")
#let hair = 0.4pt + rgb("#ccd5da")

#set document(title: page-data.title, date: datetime(year: page-data.date.at(0), month: page-data.date.at(1), day: page-data.date.at(2)))
#set text(font: ("IBM Plex Sans", "IBM Plex Sans Arabic"), size: 8.5pt, fill: rgb("#1b1b1b"), fallback: false, lang: "en", ligatures: false, hyphenate: false)
#set par(leading: 0.5em, spacing: 0.5em, justify: false)
#set block(spacing: 0.5em)

#let has(node, class) = type(node) == dictionary and class in node.c
#let is(node, name) = type(node) == dictionary and node.n == name
#let child(node, name) = node.k.find(each => is(each, name) or has(each, name))
#let children(node, name) = node.k.filter(each => is(each, name) or has(each, name))
#let plain(node) = if type(node) == str { node } else { ("", ..node.k.map(plain)).join("") }
// Text kept together on one page would lose its end if it were longer than a page, so only short text is kept
// together.
#let is-long(node, most: 1500) = plain(node).len() > most
#let arabic(body, ..how) = text(dir: rtl, lang: "ar", ..how, body)

#let inline(node) = {
  if type(node) == str { node }
  else {
    let body = node.k.map(inline).join()
    if "ar" in node.c { box(arabic(body)) }
    else if node.n == "small" { linebreak() + text(size: 7pt, fill: grey, body) }
    else if node.n == "b" or node.n == "strong" { strong(body) }
    else if "broken" in node.c { text(size: 0.6em, body) }
    else if "tighter" in node.c { box(text(size: 0.6em, body)) }
    else if "tight" in node.c { box(text(size: 0.77em, body)) }
    else if "figure" in node.c { box(body) }
    else { body }
  }
}
#let content(node) = node.k.map(inline).join()

// A label in two languages, one below the other; any other content comes after the English.
#let stacked(node, ar-size: 7pt, ar-fill: grey, ar-align: left) = {
  let others = ()
  for each in node.k.filter(each => not has(each, "ar")) {
    if not (each == " " and others.len() > 0 and others.last() == " ") { others.push(each) }
  }
  let second = node.k.find(each => has(each, "ar"))
  others.map(inline).join()
  if second != none { block(above: 0.35em, width: 100%, align(ar-align, arabic(second.k.map(inline).join(), size: ar-size, fill: ar-fill))) }
}

#let heading-of(node) = grid(columns: (1fr, auto),
  ..node.k.filter(each => type(each) == dictionary).map(each => {
    set text(fill: blue, weight: "bold", size: 8pt)
    if has(each, "ar") { arabic(each.k.map(inline).join()) } else { inline(each) }
  }))

#let fact(node, label: 29mm, weight: "bold") = {
  let ar = node.k.find(each => has(each, "ar"))
  block(width: 100%, breakable: is-long(node), stroke: (bottom: 0.4pt + rgb("#dde3e7")), inset: (y: 2.8pt), spacing: 0pt,
    grid(columns: (label, 1fr, auto), column-gutter: 4pt,
      text(fill: grey, inline(child(node, "dt"))),
      text(weight: weight, content(child(node, "dd"))),
      if ar != none { text(fill: grey, arabic(ar.k.map(inline).join())) }))
}

#let party(node) = {
  for each in node.k.filter(each => type(each) == dictionary) {
    if each.n == "h2" { heading-of(each) }
    else if each.n == "strong" { block(text(size: 10pt, weight: "bold", content(each))) }
    else if "local" in each.c { block(width: 100%, align(right, arabic(content(each), size: 10pt, weight: "bold"))) }
    else if each.n == "p" { stacked(each, ar-size: 8.5pt, ar-align: right) }
    else if each.n == "dl" { for (at, one) in children(each, "fact").enumerate() { fact(one, label: 19mm, weight: if at == 0 { "bold" } else { "regular" }) } }
  }
}

#let facts(node) = {
  let cells = ()
  for each in children(node, "fact") {
    if not has(each, "wide") { cells.push(fact(each)) } else {
      if calc.odd(cells.len()) { cells.push([]) }
      cells = cells + (grid.cell(colspan: 2, fact(each)), none)
    }
  }
  grid(columns: (1fr, 1fr), column-gutter: 4mm, ..cells.filter(each => each != none))
}

#let cell(node, head: false, breakable: false) = {
  let side = if "left" in node.c { left } else { right }
  let body = if head { stacked(node, ar-size: 7pt, ar-fill: white, ar-align: side) }
    else if "left" in node.c and node.k.any(each => has(each, "ar")) { stacked(node) }
    else { content(node) }
  let span = if head and "all" in node.c { 8 } else { 1 }
  table.cell(colspan: span, align: side + if head { bottom } else { top }, breakable: breakable, body)
}

#let row(node) = {
  let cells = node.k.filter(each => is(each, "td"))
  if "last" in node.c { cells.map(each => table.cell(fill: rgb("#eef3f6"), stroke: (top: none, left: none, right: none, bottom: 1.6pt + blue), align: if "left" in each.c { left } else { right }, text(size: 10pt, weight: "bold", if "left" in each.c { stacked(each) } else { content(each) }))) }
  else if "strong" in node.c { cells.map(each => table.cell(align: if "left" in each.c { left } else { right }, text(weight: "bold", if "left" in each.c { stacked(each) } else { content(each) }))) }
  // A cell that cannot be broken keeps its whole row on one page, and whatever does not fit on it is lost.
  else { cells.map(each => cell(each, breakable: is-long(node, most: 1200))) }
}

#let columns-of(node, count) = {
  if "letter" in node.c { (4fr, 21fr, 16fr, 12fr, 9fr, 12fr, 11fr, 15fr) }
  else if "lines" in node.c { (4fr, 31fr, 9fr, 12fr, 13fr, 7fr, 11fr, 13fr) }
  else if count == 2 { (42fr, 58fr) }
  else { (40fr, 30fr, 30fr) }
}

#let rows-of(node) = children(child(node, "tbody"), "tr")
#let sheet(node, rows: none, headed: true) = {
  let head = children(child(node, "thead"), "tr").first()
  let heads = head.k.filter(each => is(each, "th"))
  let rows = if rows == none { rows-of(node) } else { rows }
  table(columns: columns-of(node, heads.len()), stroke: (top: none, left: none, right: none, bottom: hair), inset: (x: 1mm, y: 1.1mm),
    ..if headed { (table.header(repeat: true, ..heads.map(each => {
      let made = cell(each, head: true)
      table.cell(fill: blue, align: (if "left" in each.c { left } else { right }) + bottom, stroke: none, text(fill: white, size: 7.3pt, weight: "bold", made.body))
    })),) },
    ..rows.map(row).flatten())
}

#let section(node) = {
  if "sides" in node.c { grid(columns: (1fr, 1fr), column-gutter: 4mm, stroke: 0.7pt + rgb("#b9c4cb"), inset: (x: 3mm, y: 2.5mm), ..children(node, "party").map(party)) }
  else if "sums" in node.c { block(breakable: is-long(node), grid(columns: (1fr, 1fr), column-gutter: 4mm, ..children(node, "table").map(sheet))) }
  else if "credit" in node.c { align(right, block(width: 62%, breakable: is-long(node), align(left, sheet(child(node, "table"))))) }
  else if "notice" in node.c { block(width: 100%, breakable: is-long(node), stroke: 0.8pt + blue, radius: 1mm, inset: (x: 3mm, y: 2mm), stacked(node, ar-size: 8.5pt, ar-fill: black, ar-align: right)) }
  else if child(node, "dl") != none { facts(child(node, "dl")) }
  else { for each in children(node, "table") { sheet(each) } }
}

#let logo() = context {
  let picture(..how) = image(read("/logo", encoding: none), format: if page-data.logo == "jpeg" { "jpg" } else { page-data.logo }, alt: "", ..how)
  let size = measure(picture(height: 16mm))
  if size.width > 70mm { picture(width: 70mm) } else { picture(height: 16mm) }
}

#let head-of(node) = {
  if page-data.logo != none { block(below: 3mm, logo()) }
  let titles = children(node, "h1")
  let badge = child(node, "badge")
  block(width: 100%, stroke: (bottom: 1.7pt + blue), inset: (bottom: 3mm), grid(columns: (1fr, auto, 1fr), align: horizon, column-gutter: 4mm,
    text(size: 17pt, weight: "bold", fill: blue, content(titles.first())),
    rect(stroke: 1.1pt + blue, radius: 1.5mm, inset: (x: 3mm, y: 1.6mm), align(center, text(fill: blue, weight: "bold", {
      inline(child(badge, "en")); linebreak(); arabic(child(badge, "ar").k.map(inline).join()) }))),
    align(right, arabic(content(titles.last()), size: 17pt, weight: "bold", fill: blue))))
}

#let foot-of(node) = block(width: 100%, breakable: false, above: 4mm, stroke: (top: 0.4pt + rgb("#b9c4cb")), inset: (top: 2mm), {
  set text(size: 7pt, fill: grey)
  grid(columns: (1fr, 1fr), column-gutter: 6mm, inline(child(node, "en")), align(right, arabic(child(node, "ar").k.map(inline).join())))
})

#let mark = page-data.body.k.find(each => has(each, "mark"))
#let across(node) = {
  let words = child(node, "span")
  rotate(-35deg, reflow: false, text(size: if "long" in node.c { 60pt } else { 78pt }, weight: "bold", fill: rgb(190, 30, 30, 36),
    align(center, { inline(child(words, "en").k.first().replace(" ", "\u{a0}")); linebreak(); arabic(child(words, "ar").k.first().replace(" ", "\u{a0}")) })))
}

#set page(paper: "a4", margin: (x: 12mm, top: 13mm, bottom: 16mm),
  footer: context {
    set text(size: 7pt, fill: grey)
    grid(columns: (1fr, auto), align: (left, right), page-data.running, counter(page).display("1 / 1", both: true))
  },
  foreground: if mark != none { place(center + horizon, across(mark)) })

#if page-data.attached != none {
  pdf.attach(page-data.attached, read("/attached.xml", encoding: none), relationship: "alternative", mime-type: "application/xml", description: "The electronic document, UBL 2.1")
}

// The last lines share the page with the totals; if they are at the top of it, the headings are repeated above them.
#let last-lines(node) = {
  let rows = rows-of(node)
  let short = rows.rev().slice(0, calc.min(2, rows.len() - 1)).position(each => is-long(each, most: 600))
  let kept = if short == none { calc.min(2, rows.len() - 1) } else { short }
  rows.slice(rows.len() - kept)
}

#let tail(table) = {
  let rows = last-lines(table)
  if rows.len() > 0 { context sheet(table, rows: rows, headed: here().position().y < 20mm) }
}

#{
  let parts = page-data.body.k.filter(each => type(each) == dictionary and not has(each, "mark") and not has(each, "logo"))
  let at = parts.position(each => child(each, "lines") != none)
  let table = child(parts.at(at), "lines")
  let ends = part => if part == at + 1 { tail(table) + block(above: 4mm, width: 100%, section(parts.at(part))) } else { section(parts.at(part)) }
  // The end of the document stays together, so that no page contains only its last part.
  let last = parts.len() - 1
  for (part, each) in parts.slice(0, -2).enumerate() {
    if each.n == "header" { head-of(each) }
    else if part == at { block(above: 4mm, width: 100%, sheet(table, rows: rows-of(table).slice(0, rows-of(table).len() - last-lines(table).len()))) }
    else { block(above: if part == at + 1 { 0mm } else { 4mm }, width: 100%, breakable: part != at + 1 or is-long(each), ends(part)) }
  }
  block(above: if last - 1 == at + 1 { 0mm } else { 4mm }, width: 100%, breakable: is-long(parts.at(last - 1)), { ends(last - 1); foot-of(parts.last()) })
}
`;
