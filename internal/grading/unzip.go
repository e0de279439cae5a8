package grading

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Limits of one student's hand-in. A limit on bytes, unlike one on the ratio, stops every zip bomb.
const (
	// MaxFiles limits the files, those in zips included.
	MaxFiles = 1000
	// MaxDepth limits the directories in a path.
	MaxDepth = 8
	// maxName limits the bytes of a name, as file systems do.
	maxName = 255
	// MaxBytes limits a file, MaxZipBytes a zip, and MaxAllBytes all files together, unpacked.
	MaxBytes    = 1 << 20
	MaxZipBytes = 8 << 20
	MaxAllBytes = 32 << 20
	// maxZipDepth limits zips in zips, and maxZipFiles the files of a zip.
	maxZipDepth = 2
	maxZipFiles = 100_000
)

// An Allowance is what remains of one student's limits.
type Allowance struct{ Files, Bytes int }

// NewAllowance returns the allowance of a student before the first file.
func NewAllowance() *Allowance { return &Allowance{Files: MaxFiles, Bytes: MaxAllBytes} }

// A Member is a file of a zip.
type Member struct {
	// Name is a path without "..", with slashes.
	Name string
	// fault says why the file must not be read, or is nil.
	fault error
	file  *zip.File
}

// encryptedFlag is the bit of a file header that says that the file is encrypted.
const encryptedFlag = 1

// OpenZip lists the files of a zip, in the order of their names.
func OpenZip(in io.ReaderAt, size int64) ([]Member, error) {
	z, err := zip.NewReader(in, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, Faultf(BadArchive,
			"is a zip that cannot be opened: it is damaged or incomplete")
	}
	if len(z.File) > maxZipFiles {
		return nil, Faultf(TooLarge, "is a zip of more than %d files", maxZipFiles)
	}
	var all []Member
	for _, f := range z.File {
		name := strings.ReplaceAll(f.Name, `\`, "/")
		m := Member{Name: strings.TrimPrefix(path.Clean("/"+name), "/"), file: f}
		switch parts := strings.Split(name, "/"); {
		case strings.HasSuffix(name, "/") || f.Mode().IsDir() ||
			slices.ContainsFunc(parts, Ignored):
			continue
		case name == "[Content_Types].xml" || name == "mimetype" ||
			path.Ext(name) == ".iwa": // Word, LibreOffice, Pages
			return nil, Faultf(NotText, "is an office document; hand in plain text")
		case slices.Contains(parts, "..") || strings.HasPrefix(name, "/"):
			m.fault = Faultf(BadArchive, "has a path that leads out of its zip")
		case slices.ContainsFunc(parts, func(part string) bool { return len(part) > maxName }):
			m.fault = Faultf(TooLarge, "has a name of more than %d bytes", maxName)
			m.Name = strings.Join(slice.Map(strings.Split(m.Name, "/"),
				func(part string) string { return text.Plain.Clip(part, 60, "...") }), "/")
		case len(parts) > MaxDepth+1:
			m.fault = Faultf(TooLarge, "is nested too deep")
		case !f.Mode().IsRegular():
			m.fault = Faultf(Unreadable,
				"is a link or a device and is left out; hand in the file itself")
		case f.Flags&encryptedFlag != 0:
			m.fault = Faultf(BadArchive, "is encrypted")
		}
		all = append(all, m)
	}
	slice.SortStable(all, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// Ignored reports whether a part of a path belongs to a file that systems add to directories.
func Ignored(part string) bool {
	return part != "" && part[0] == '.' && part != ".." && part != "." ||
		slices.Contains([]string{"__MACOSX", "Thumbs.db", "desktop.ini"}, part)
}

// Read returns the bytes of a file of a zip, and takes them from the allowance.
func (m Member) Read(allowance *Allowance) ([]byte, error) {
	limit := MaxBytes
	if IsZip(m.Name) {
		limit = MaxZipBytes
	}
	switch {
	case m.fault != nil:
		return nil, m.fault
	case m.file.UncompressedSize64 > uint64(limit):
		return nil, Faultf(TooLarge, "is larger than %d MB and is left out", limit>>20)
	}
	in, err := m.file.Open()
	if err != nil {
		return nil, Faultf(BadArchive, "cannot be unpacked: %s", cause(err))
	}
	defer in.Close()
	remaining := min(limit, allowance.Bytes)
	raw, err := io.ReadAll(io.LimitReader(in, int64(remaining)+1))
	allowance.Bytes -= min(remaining, len(raw))
	switch {
	case len(raw) > remaining:
		return nil, Faultf(TooLarge, "is left out: there are more than %d MB", MaxAllBytes>>20)
	case err != nil:
		return nil, Faultf(BadArchive, "cannot be unpacked: %s", cause(err))
	}
	return raw, nil
}

func cause(err error) string {
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return "it is packed by an unusual method"
	case errors.Is(err, zip.ErrChecksum):
		return "its checksum is wrong"
	}
	return "it is damaged"
}

// IsZip reports whether a file is a zip by its name.
func IsZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }

// Unpack returns a file or, recursively, the files of a zip, within the allowance.
func Unpack(f File, raw []byte, allowance *Allowance) []File { return unpack(f, raw, allowance, 0) }

// unpack is Unpack for a file in depth zips.
func unpack(f File, raw []byte, allowance *Allowance, depth int) []File {
	fail := func(err error) []File {
		allowance.Files--
		f.Fault = err
		return []File{f}
	}
	switch {
	case allowance.Files == 0:
		return nil
	case !bytes.HasPrefix(raw, []byte("PK")) ||
		!IsZip(f.Path) && !bytes.HasPrefix(raw, []byte("PK\x03\x04")):
		if IsZip(f.Path) {
			return fail(Faultf(BadArchive, "has the name of a zip but is not one"))
		}
		allowance.Files--
		f.Text = raw
		return []File{f}
	case depth == maxZipDepth:
		return fail(Faultf(BadArchive, "is a zip in a zip in a zip, and is left out"))
	}
	members, err := OpenZip(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return fail(err)
	}
	var all []File
	for _, m := range members {
		if allowance.Files == 0 {
			return append(all, File{Path: f.Path, Name: f.Name,
				Fault: Faultf(TooLarge, "is left out from here: there are more than %d files",
					MaxFiles)})
		}
		inner := File{Path: f.Path + "/" + m.Name, Name: m.Name, Place: f.Place}
		if raw, err := m.Read(allowance); err != nil {
			allowance.Files--
			inner.Fault = err
			all = append(all, inner)
		} else {
			all = append(all, unpack(inner, raw, allowance, depth+1)...)
		}
	}
	return all
}
