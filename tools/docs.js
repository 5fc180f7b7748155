// Search in the pages of the documentation. The index is a script beside this one, so that pages opened as files can load
// it; it is loaded when the search box is first used. An entry: [address, title of the page, heading, text].
(function () {
    "use strict";
    const box = document.getElementById("search");
    const found = document.getElementById("found");
    const top = box.dataset.top;
    const most = 30;
    let entries = null, chosen = -1;

    function load(then) {
        if (entries) return then();
        const script = document.createElement("script");
        script.src = top + "search-index.js";
        script.onload = function () {
            entries = window.gudgeonIndex.map(function (e) {
                return { address: e[0], page: e[1], heading: e[2], text: e[3], low: e.map(function (s) { return s.toLowerCase(); }) };
            });
            then();
        };
        document.head.appendChild(script);
    }

    // whole words count more than parts of words; titles and headings more than text
    function count(text, word) {
        let n = 0;
        for (let at = text.indexOf(word); at >= 0 && n < 40; at = text.indexOf(word, at + word.length)) {
            const begins = at === 0 || !/[a-z0-9_]/.test(text[at - 1]);
            const end = text[at + word.length];
            n += begins ? (end && /[a-z0-9_]/.test(end) ? 2 : 4) : 1;
        }
        return n;
    }

    // every word has to occur somewhere in the entry
    function score(entry, words) {
        let sum = 0;
        for (const word of words) {
            const inPage = count(entry.low[1], word), inHeading = count(entry.low[2], word), inText = count(entry.low[3], word);
            if (inPage + inHeading + inText === 0) return 0;
            sum += 8 * inPage + 20 * inHeading + Math.min(inText, 12);
        }
        const phrase = words.join(" "); // side by side they mean more
        return sum + (words.length > 1 ? 30 * count(entry.low[2], phrase) + 8 * Math.min(count(entry.low[3], phrase), 12) : 0);
    }

    function escape(text) {
        return text.replace(/[&<>"]/g, function (c) { return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c]; });
    }

    function highlight(text, words) {
        const pattern = words.map(function (w) { return escape(w).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"); }).join("|");
        return escape(text).replace(new RegExp("(" + pattern + ")", "gi"), "<mark>$1</mark>");
    }

    function excerpt(entry, words) {
        const places = words.map(function (w) { return entry.low[3].indexOf(w); }).filter(function (p) { return p >= 0; });
        const phrase = entry.low[3].indexOf(words.join(" "));
        const from = Math.max(0, (phrase >= 0 ? phrase : Math.min.apply(null, places.length ? places : [0])) - 70);
        return (from > 0 ? "… " : "") + entry.text.slice(from, from + 220) + (entry.text.length > from + 220 ? " …" : "");
    }

    function show(hits, words) {
        chosen = -1;
        found.hidden = words.length === 0;
        found.innerHTML = "<h2>" + (hits.length ? (hits.length > most ? "More than " + most : hits.length) + " results" : "No results") + "</h2>" +
            hits.slice(0, most).map(function (hit) {
                const e = hit.entry;
                return '<a class="hit" href="' + escape(top + e.address) + '"><span class="where">' + highlight(e.heading || e.page, words) +
                    '</span>' + (e.heading !== e.page ? ' <span class="page">' + escape(e.page) + "</span>" : "") +
                    '<span class="text">' + highlight(excerpt(e, words), words) + "</span></a>";
            }).join("");
        if (words.length) window.scrollTo(0, 0);
    }

    function search() {
        const words = box.value.toLowerCase().split(/\s+/).filter(function (w) { return w.length > 1; });
        if (words.length === 0) return show([], words);
        load(function () {
            const hits = entries.map(function (entry) { return { entry: entry, score: score(entry, words) }; })
                .filter(function (hit) { return hit.score > 0; });
            hits.sort(function (a, b) { return b.score - a.score; });
            show(hits, words);
        });
    }

    function choose(step) {
        const links = found.querySelectorAll("a.hit");
        if (links.length === 0) return;
        if (chosen >= 0) links[chosen].classList.remove("chosen");
        chosen = (chosen + step + links.length) % links.length;
        links[chosen].classList.add("chosen");
        links[chosen].scrollIntoView({ block: "nearest" });
    }

    box.addEventListener("input", search);
    box.addEventListener("keydown", function (event) {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); choose(event.key === "ArrowDown" ? 1 : -1); }
        const hit = found.querySelector("a.hit.chosen") || found.querySelector("a.hit");
        if (event.key === "Enter" && hit) window.location.href = hit.href;
        if (event.key === "Escape") { box.value = ""; search(); }
    });
    found.addEventListener("click", function (event) {
        if (event.target.closest("a.hit")) { box.value = ""; found.hidden = true; }
    });
    document.addEventListener("keydown", function (event) {
        if (event.key === "/" && document.activeElement !== box) { event.preventDefault(); box.focus(); }
    });
    // index.html?q=words shows a search
    const query = new URLSearchParams(window.location.search).get("q");
    if (query) { box.value = query; search(); }
})();
